<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater;

use FOSSBilling\InformationException;

/**
 * The product type `breakwater` of FOSSBilling 0.7 and 0.8. Orders and services are rows of its database; each action
 * makes sure of a state, so that it may be repeated.
 */
class Service implements \FOSSBilling\InjectionAwareInterface
{
    public const VERSION = '0.0.0';

    private const EXTENSION = 'mod_servicebreakwater';
    private const LAST_SYNC = 'servicebreakwater_last_sync';
    private const SECONDS_OF_A_DAY = 86400;
    /** How many orders are read at once. */
    private const BATCH = 500;

    protected ?\Pimple\Container $di = null;

    public function setDi(\Pimple\Container $di): void
    {
        $this->di = $di;
    }

    public function getDi(): ?\Pimple\Container
    {
        return $this->di;
    }

    public function getModulePermissions(): array
    {
        return [
            'manage' => [
                'type' => 'bool',
                'display_name' => __trans('Manage monitoring'),
                'description' => __trans('Change plans, and compare orders with the monitoring service.'),
            ],
            'manage_settings' => [],
        ];
    }

    public function install(): bool
    {
        $this->di['db']->exec('
            CREATE TABLE IF NOT EXISTS `service_breakwater` (
                `id` bigint(20) NOT NULL AUTO_INCREMENT,
                `client_id` bigint(20) NOT NULL,
                `endpoint_id` varchar(36),
                `created_at` datetime,
                `updated_at` datetime,
                PRIMARY KEY (`id`)
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4');
        return true;
    }

    /** Keeps the table: orders go on, and a module that is installed again finds their servers. */
    public function uninstall(): bool
    {
        return true;
    }

    /**
     * @param object $product
     */
    public function attachOrderConfig($product, array $data): array
    {
        $config = method_exists($product, 'getConfig') ? $product->getConfig() : $product->config;
        return Monitoring::orderConfig(json_decode($config ?? '', true) ?? [], $data);
    }

    public function validateOrderData(array $data): void
    {
        $mistake = Monitoring::mistakeIn($data);
        if ($mistake !== null) {
            throw new InformationException($mistake);
        }
    }

    public function create($order)
    {
        $service = $this->di['db']->dispense('service_breakwater');
        $service->client_id = $order->client_id;
        $service->created_at = date('Y-m-d H:i:s');
        $this->store($service);
        return $service;
    }

    public function activate($order, $service): bool
    {
        $this->keep($service, $this->explained(function (Monitoring $monitoring) use ($order, $service) {
            return $monitoring->activate($this->orderArray($order, $service));
        }));
        return true;
    }

    /** The next term was paid: the price may be another. What was paused by hand stays so. */
    public function renew($order, $service): bool
    {
        $this->keep($service, $this->explained(function (Monitoring $monitoring) use ($order, $service) {
            $fields = $this->orderArray($order, $service);
            return $fields['status'] === 'suspended'
                ? $monitoring->unsuspend($fields)
                : $monitoring->change($fields);
        }));
        return true;
    }

    public function suspend($order, $service): bool
    {
        $this->explained(function (Monitoring $monitoring) use ($order, $service) {
            $monitoring->suspend($this->orderArray($order, $service));
        });
        return true;
    }

    public function unsuspend($order, $service): bool
    {
        $this->keep($service, $this->explained(function (Monitoring $monitoring) use ($order, $service) {
            return $monitoring->unsuspend($this->orderArray($order, $service));
        }));
        return true;
    }

    public function cancel($order, $service): bool
    {
        $this->explained(function (Monitoring $monitoring) use ($order, $service) {
            $monitoring->cancel($this->orderArray($order, $service));
        });
        return true;
    }

    public function uncancel($order, $service): bool
    {
        return $this->activate($order, $service);
    }

    public function delete($order, $service): bool
    {
        // An order that never was activated has nothing to end.
        if ($service !== null) {
            $this->cancel($order, $service);
            $this->di['db']->trash($service);
        }
        return true;
    }

    public function toApiArray($service): array
    {
        return [
            'id' => (int) $service->id,
            'endpoint_id' => $service->endpoint_id,
            'created_at' => $service->created_at,
            'updated_at' => $service->updated_at,
        ];
    }

    /**
     * @return array<string, mixed> an order with its customer
     *
     * @throws InformationException when there is none, or it is another customer's
     */
    public function find(int $orderId, ?int $clientId = null): array
    {
        $order = $this->di['db']->findOne('client_order', 'id = :id', [':id' => $orderId]);
        $isOurs = $order && $order->service_type === 'breakwater';
        if (!$isOurs || ($clientId !== null && (int) $order->client_id !== $clientId)) {
            throw new InformationException('Order not found');
        }
        $service = $order->service_id ? $this->di['db']->load('service_breakwater', $order->service_id) : null;
        return $this->orderArray($order, $service);
    }

    public function signInUrl(array $order): string
    {
        if ($order['status'] !== 'active') {
            throw new InformationException('The order is not active.');
        }
        return $this->explained(static function (Monitoring $monitoring) use ($order) {
            return $monitoring->signInUrl($order);
        });
    }

    public function state(array $order): array
    {
        return $this->monitoring()->state($order);
    }

    /**
     * Gives an order another plan or number of domains.
     *
     * @param array<string, mixed> $terms `plan_slug` or `domains`
     */
    public function changeTerms(int $orderId, array $terms, bool $isTried): bool
    {
        $order = $this->find($orderId);
        $order['config'] = array_filter(array_intersect_key($terms, ['plan_slug' => 0, 'domains' => 0]), 'strlen')
            + $order['config'];
        $this->explained(static function (Monitoring $monitoring) use ($order, $isTried) {
            return $monitoring->change($order, $isTried);
        });
        if (!$isTried) {
            $this->di['db']->exec(
                'UPDATE client_order SET config = :config, updated_at = :now WHERE id = :id',
                [':config' => json_encode($order['config']), ':now' => date('Y-m-d H:i:s'), ':id' => $orderId]
            );
        }
        return true;
    }

    /**
     * @return array{url: string, has_key: bool, sandbox: bool, last_sync: string|null} the key itself leaves no page
     */
    public function settings(): array
    {
        $settings = $this->di['mod_config']('servicebreakwater');
        return [
            'url' => (string) ($settings['url'] ?? ''),
            'has_key' => ($settings['api_key'] ?? '') !== '',
            'sandbox' => !empty($settings['sandbox']),
            'last_sync' => $this->di['mod_service']('system')->getParamValue(self::LAST_SYNC),
        ];
    }

    /**
     * Keeps the settings if they lead to an account; FOSSBilling encrypts them.
     *
     * @param array<string, mixed> $given an empty `api_key` leaves the one that is there
     *
     * @return string the name of the account
     */
    public function saveSettings(array $given): string
    {
        $known = $this->di['mod_config']('servicebreakwater');
        $key = trim((string) ($given['api_key'] ?? ''));
        $settings = [
            'ext' => self::EXTENSION,
            'url' => trim((string) ($given['url'] ?? '')),
            'api_key' => $key === '' ? (string) ($known['api_key'] ?? '') : $key,
            'sandbox' => empty($given['sandbox']) ? '' : '1',
        ];
        $name = $this->explained(static function (Monitoring $monitoring) {
            return $monitoring->account();
        }, $this->monitoring($settings));
        $this->di['mod_service']('extension')->setConfig($settings);
        return $name;
    }

    /**
     * Tells all orders, repairs what differs, and logs what it was.
     *
     * @return list<string>
     */
    public function sync(): array
    {
        $done = $this->monitoring()->sync(
            $this->orders(),
            function (int $orderId): ?array {
                return $this->find($orderId);
            },
            function (array $order, string $serverId): void {
                $this->di['db']->exec(
                    'UPDATE service_breakwater SET endpoint_id = :endpoint WHERE id = :id',
                    [':endpoint' => $serverId, ':id' => $order['service_row']]
                );
            },
            self::VERSION
        );
        foreach ($done['sentences'] as $sentence) {
            $this->di['logger']->info('Monitoring: %s', $sentence);
        }
        if ($done['report']->failure() === null) {
            $this->di['mod_service']('system')->setParamValue(self::LAST_SYNC, date('Y-m-d H:i:s'));
        }
        return $done['sentences'];
    }

    /** Once a day, and again with the next cron job when it failed. */
    public static function onAfterAdminCronRun(\Box_Event $event): void
    {
        $di = $event->getDi();
        try {
            $service = $di['mod_service']('servicebreakwater');
            $settings = $service->settings();
            $isDue = time() - (int) strtotime((string) $settings['last_sync']) >= self::SECONDS_OF_A_DAY;
            if ($settings['has_key'] && $isDue) {
                $service->sync();
            }
        } catch (\Throwable $failure) {
            // Other modules' work goes on.
            $di['logger']->err('Monitoring: %s', $failure->getMessage());
        }
    }

    /**
     * @return \Generator<int, array<string, mixed>>
     */
    private function orders(): \Generator
    {
        $after = 0;
        do {
            $rows = $this->di['db']->getAll(
                'SELECT id, client_id, status, config FROM client_order
                 WHERE service_type = :type AND status IN (\'active\', \'suspended\', \'canceled\') AND id > :after
                 ORDER BY id LIMIT ' . self::BATCH,
                [':type' => 'breakwater', ':after' => $after]
            );
            foreach ($rows as $row) {
                $after = (int) $row['id'];
                yield ['config' => json_decode($row['config'] ?? '', true) ?? []] + $row;
            }
        } while (count($rows) === self::BATCH);
    }

    /**
     * @return array<string, mixed> see Monitoring
     */
    private function orderArray($order, $service): array
    {
        $client = $this->di['db']->getRow(
            'SELECT first_name, last_name, company, email FROM client WHERE id = :id',
            [':id' => $order->client_id]
        ) ?: [];
        $name = trim(($client['first_name'] ?? '') . ' ' . ($client['last_name'] ?? ''));
        return [
            'id' => (int) $order->id,
            'client_id' => (int) $order->client_id,
            'status' => $order->status,
            'period' => $order->period,
            'quantity' => $order->quantity,
            'price' => $order->price,
            'discount' => $order->discount,
            'config' => json_decode($order->config ?? '', true) ?? [],
            'client_name' => $name === '' ? ($client['company'] ?? null) : $name,
            'client_email' => $client['email'] ?? null,
            'endpoint_id' => $service->endpoint_id ?? null,
            'service_row' => $service->id ?? null,
        ];
    }

    private function keep($service, ?string $serverId): void
    {
        if ($serverId !== null) {
            $service->endpoint_id = $serverId;
        }
        $this->store($service);
    }

    private function store($service): void
    {
        $service->updated_at = date('Y-m-d H:i:s');
        $this->di['db']->store($service);
    }

    /**
     * @param array<string, mixed>|null $settings null: those that are kept
     */
    private function monitoring(?array $settings = null): Monitoring
    {
        return new Monitoring($settings ?? $this->di['mod_config']('servicebreakwater'));
    }

    /** A failure is thrown as FOSSBilling shows it: in the history of the order, and to staff. */
    private function explained(callable $work, ?Monitoring $monitoring = null)
    {
        try {
            return $work($monitoring ?? $this->monitoring());
        } catch (\RuntimeException $failure) {
            throw new InformationException($failure->getMessage());
        }
    }
}
