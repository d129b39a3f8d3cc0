<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater\Api;

use Box\Mod\Servicebreakwater\HostApi;

require_once __DIR__ . '/../HostApi.php';

class Client extends HostApi
{
    /** What a page says of an order of one's own: order_id. */
    public function state($data): array
    {
        return $this->getService()->stateForCustomers($this->order($data));
    }

    /** A link that signs in at the portal, once, within a minute: order_id. */
    public function sign_in_url($data): string
    {
        return $this->getService()->signInUrl($this->order($data));
    }

    private function order($data): array
    {
        return $this->getService()->find((int) ($data['order_id'] ?? 0), (int) $this->getIdentity()->id);
    }
}
