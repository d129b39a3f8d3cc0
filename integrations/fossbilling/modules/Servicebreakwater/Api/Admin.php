<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater\Api;

class Admin extends \FOSSBilling\Api\AbstractApi
{
    /** The settings, without the key. */
    public function settings(): array
    {
        $this->checkPermissions('servicebreakwater', 'manage_settings');
        return $this->getService()->settings();
    }

    /**
     * Keeps the settings if they lead to an account, whose name is returned.
     *
     * @param array $data url, api_key (empty: as before), sandbox
     */
    public function save_settings($data): string
    {
        $this->checkPermissions('servicebreakwater', 'manage_settings');
        return $this->getService()->saveSettings($data);
    }

    /** What the monitoring service says of an order: order_id. */
    public function state($data): array
    {
        return $this->getService()->state($this->getService()->find((int) ($data['order_id'] ?? 0)));
    }

    /** Changes the plan (plan_slug) or the domains of an order (order_id); dry_run only asks. */
    public function change($data): bool
    {
        $this->checkPermissions('servicebreakwater', 'manage');
        $orderId = (int) ($data['order_id'] ?? 0);
        return $this->getService()->changeTerms($orderId, $data, !empty($data['dry_run']));
    }

    /** Compares all orders with the monitoring service and repairs what differs; says what it was. */
    public function sync(): array
    {
        $this->checkPermissions('servicebreakwater', 'manage');
        return $this->getService()->sync();
    }
}
