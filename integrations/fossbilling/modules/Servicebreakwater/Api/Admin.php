<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater\Api;

use Box\Mod\Servicebreakwater\HostApi;

require_once __DIR__ . '/../HostApi.php';

class Admin extends HostApi
{
    /** The settings, without the key. */
    public function settings(): array
    {
        $this->requirePermission('manage_settings');
        return $this->getService()->settings();
    }

    /**
     * Keeps the settings if they lead to an account, whose name is returned.
     *
     * @param array $data url, api_key (empty: as before), sandbox
     */
    public function save_settings($data): string
    {
        $this->requirePermission('manage_settings');
        return $this->getService()->saveSettings($data);
    }

    /** The plans to choose from: label by plan. */
    public function plans(): array
    {
        return $this->getService()->plans();
    }

    /** Keeps what a product sells (id, config), if it can be sold. */
    public function save_product($data): bool
    {
        return $this->getService()->saveProduct((int) ($data['id'] ?? 0), (array) ($data['config'] ?? []));
    }

    /** What the monitoring service says of an order: order_id. */
    public function state($data): array
    {
        return $this->getService()->stateForStaff($this->order($data));
    }

    /** Changes the plan (plan_slug) or the domains of an order (order_id); dry_run only asks. */
    public function change($data): bool
    {
        $this->requirePermission('manage');
        $orderId = (int) ($data['order_id'] ?? 0);
        return $this->getService()->changeTerms($orderId, $data, !empty($data['dry_run']));
    }

    /** Makes an order (order_id) be at the monitoring service what it is here. */
    public function resync($data): bool
    {
        $this->requirePermission('manage');
        return $this->getService()->resync($this->order($data));
    }

    /** Scans the server of an order (order_id), or the servers of its plan. */
    public function scan($data): bool
    {
        $this->requirePermission('manage');
        return $this->getService()->scan($this->order($data));
    }

    /** What differs between orders and the monitoring service, now; nothing is changed. */
    public function differences(): array
    {
        $this->requirePermission('manage');
        return $this->getService()->differences();
    }

    /** Repairs one difference (key), and says what became of it. */
    public function settle($data): string
    {
        $this->requirePermission('manage');
        return $this->getService()->settle((string) ($data['key'] ?? ''));
    }

    /** Compares all orders with the monitoring service and repairs what is safe; says what differed. */
    public function sync(): array
    {
        $this->requirePermission('manage');
        return $this->getService()->sync();
    }

    private function order($data): array
    {
        return $this->getService()->find((int) ($data['order_id'] ?? 0));
    }

    private function requirePermission(string $key): void
    {
        if (method_exists($this, 'checkPermissions')) {
            $this->checkPermissions('servicebreakwater', $key);
            return;
        }
        // Before FOSSBilling 0.8.3.
        $this->getDi()['mod_service']('Staff')->checkPermissionsAndThrowException('servicebreakwater', $key);
    }
}
