<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater;

use Breakwater\StateWords;
use Breakwater\Texts;
use FOSSBilling\InformationException;

require_once __DIR__ . '/client/autoload.php';

/**
 * The product type `breakwater` of FOSSBilling 0.8. Orders and services are rows of its database; each action
 * makes sure of a state, so that it may be repeated.
 */
class Service implements \FOSSBilling\InjectionAwareInterface
{
    public const VERSION = '0.0.0';

    private const EXTENSION = 'mod_servicebreakwater';
    private const LAST_SYNC = 'servicebreakwater_last_sync';
    private const SECONDS_OF_A_DAY = 86400;
    /** Of what differs, so many lines are shown; all are counted. */
    private const LINES = 200;

    /** What has a server, and what will have one once it is paid for. */
    private const LIVE = ['active', 'suspended', 'failed_renew'];
    private const ORDERED = ['pending_setup', 'failed_setup', ...self::LIVE];

    /** @var array<int, array<string, mixed>> what orders are activated with, until FOSSBilling has written them */
    private static array $takenAnew = [];

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
        // Its pages are made of these; a version number is not asked for, since previews have none.
        if (!class_exists(\FOSSBilling\Twig\Extension\ApiExtension::class)) {
            throw new InformationException('The module needs FOSSBilling 0.8.0 or later: update FOSSBilling first.');
        }
        $this->makeTable();
        return true;
    }

    /**
     * Makes sure of it wherever it is about to be used: FOSSBilling tells no module that its files are newer. Where it
     * is there nothing is made, since that would end the transaction in which FOSSBilling sets up what is free.
     */
    private function makeTable(): void
    {
        if ($this->hasTable()) {
            return;
        }
        $this->di['db']->exec('
            CREATE TABLE IF NOT EXISTS `service_breakwater` (
                `id` bigint(20) NOT NULL AUTO_INCREMENT,
                `order_id` bigint(20),
                `client_id` bigint(20) NOT NULL,
                `endpoint_id` varchar(36),
                `created_at` datetime,
                `updated_at` datetime,
                PRIMARY KEY (`id`)
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4');
        if (!$this->hasTable()) {
            $this->di['db']->exec('ALTER TABLE service_breakwater ADD COLUMN order_id bigint(20)');
            $this->di['db']->exec(
                "UPDATE service_breakwater SET order_id = (SELECT MIN(o.id) FROM client_order o
                 WHERE o.service_id = service_breakwater.id AND o.service_type = 'breakwater')"
            );
        }
    }

    /** Whether it is there, as this version wants it. */
    private function hasTable(): bool
    {
        try {
            $this->di['db']->getRow('SELECT order_id FROM service_breakwater LIMIT 1');
            return true;
        } catch (\Exception $isOlder) {
            return false;
        }
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

    /** Before an order is paid for: what customers are told is wrong with it. */
    public function validateOrderData(array $data): void
    {
        $mistake = Monitoring::mistakeInProduct($data);
        if ($mistake !== null) {
            $this->di['logger']->warn('Monitoring: %s', $mistake);
            throw new InformationException('This product cannot be ordered at the moment.');
        }
        if ($data['kind'] !== 'endpoint') {
            return;
        }
        $address = $data['ip_address'] ?? '';
        $clientId = $this->di['auth']->isClientLoggedIn() ? (int) $this->di['session']->get('client_id') : 0;
        $mistake = $this->orderAt($address, $clientId, self::ORDERED) === null
            ? $this->monitoring()->mistakeInAddress($address)
            : 'address_taken';
        if ($mistake !== null) {
            throw new InformationException(sprintf(self::texts()[$mistake], is_string($address) ? $address : ''));
        }
    }

    /** FOSSBilling does not ask again when the cart is ordered: of what is in it nobody knew whose it would be. */
    public static function onBeforeClientCheckout(\Box_Event $event): void
    {
        $asked = $event->getParameters();
        $service = $event->getDi()['mod_service']('servicebreakwater');
        $service->makeTable();
        $service->validateCart((int) $asked['cart_id'], (int) $asked['client_id']);
    }

    /** Refuses a cart with an address twice, or with one that another order of the client has. */
    public function validateCart(int $cartId, int $clientId): void
    {
        $rows = $this->di['db']->getAll(
            'SELECT c.config FROM cart_product c JOIN product p ON p.id = c.product_id
             WHERE c.cart_id = :cart AND p.type = :type',
            [':cart' => $cartId, ':type' => 'breakwater']
        );
        $seen = [];
        foreach ($rows as $row) {
            $address = self::serverAddress($row['config']);
            if ($address === null) {
                continue;
            }
            $isTwice = array_filter($seen, static function (string $other) use ($address): bool {
                return Monitoring::isSameAddress($other, $address);
            });
            if ($isTwice !== [] || $this->orderAt($address, $clientId, self::ORDERED) !== null) {
                throw new InformationException(sprintf(self::texts()['address_taken'], $address));
            }
            $seen[] = $address;
        }
    }

    public function create($order)
    {
        $this->makeTable();
        $service = $this->di['db']->dispense('service_breakwater');
        $service->order_id = $order->id;
        $service->client_id = $order->client_id;
        $service->created_at = date('Y-m-d H:i:s');
        $this->store($service);
        return $service;
    }

    public function activate($order, $service): bool
    {
        $this->takeProductAnew($order);
        $this->requireOwnAddress($order);
        $this->keep($service, $this->explained(function (Monitoring $monitoring) use ($order, $service) {
            return $monitoring->activate($this->orderArray($order, $service));
        }));
        return true;
    }

    /** The next term was paid: the order is active, whatever it was before, and the price may be another. */
    public function renew($order, $service): bool
    {
        $this->requireOwnAddress($order);
        $this->keep($service, $this->explained(function (Monitoring $monitoring) use ($order, $service) {
            return $monitoring->renew($this->orderArray($order, $service));
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
        return $this->renew($order, $service);
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

    /**
     * @throws InformationException with what customers are told; the reason stands in the log
     */
    public function signInUrl(array $order): string
    {
        if ($order['status'] !== 'active') {
            throw new InformationException('The order is not active.');
        }
        try {
            return $this->monitoring()->signInUrl($order);
        } catch (\RuntimeException $failure) {
            $this->di['logger']->err('Monitoring: order #%s: %s', $order['id'], $failure->getMessage());
            throw new InformationException(self::texts()['portal_unavailable']);
        }
    }

    /**
     * What a customer's page says, in the language that the customer reads: how many alerts are open and which are the
     * worst, or why nothing can be told.
     *
     * @return array<string, mixed> see StateWords; and `is_known`, and `text`, by key
     */
    public function stateForCustomers(array $order): array
    {
        $texts = self::texts();
        try {
            return ['is_known' => true, 'text' => $texts]
                + StateWords::of($this->monitoring()->state($order), $texts);
        } catch (\RuntimeException $failure) {
            $this->di['logger']->err('Monitoring: order #%s: %s', $order['id'], $failure->getMessage());
            return ['is_known' => false, 'text' => $texts];
        }
    }

    /**
     * @return array<string, string> in the language that FOSSBilling is shown in
     */
    private static function texts(): array
    {
        $locale = $_COOKIE['fb_locale'] ?? \FOSSBilling\Config::getProperty('i18n.locale', 'en_US');
        return Texts::in(is_string($locale) ? $locale : '');
    }

    /**
     * @return array<string, mixed> see Monitoring
     */
    public function stateForStaff(array $order): array
    {
        return $this->monitoring()->stateForStaff($order);
    }

    /**
     * @return array<string, string> label by plan; none where they cannot be had
     */
    public function plans(): array
    {
        try {
            return $this->monitoring()->plans();
        } catch (\RuntimeException $failure) {
            return [];
        }
    }

    /**
     * Keeps what a product sells, if it can be sold: FOSSBilling asks no module before it keeps a configuration.
     *
     * @param array<string, mixed> $config
     */
    public function saveProduct(int $productId, array $config): bool
    {
        $plans = $this->explained(static function (Monitoring $monitoring): array {
            return $monitoring->plans();
        });
        $mistake = Monitoring::mistakeInProduct($config, $plans);
        if ($mistake !== null) {
            throw new InformationException($mistake);
        }
        $isKept = $this->di['api_admin']->product_update_config(['id' => $productId, 'config' => $config]);
        $this->explained(function (Monitoring $monitoring): void {
            $monitoring->tellPrices(Prices::of($this->di['db']));
        });
        return $isKept;
    }

    public function resync(array $order): bool
    {
        $this->explained(function (Monitoring $monitoring) use ($order): void {
            (new Orders($this->di['db'], $monitoring))->repair((int) $order['id'], false);
        });
        return true;
    }

    public function scan(array $order): bool
    {
        $this->explained(static function (Monitoring $monitoring) use ($order): void {
            $monitoring->scan($order);
        });
        return true;
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
            $this->keepConfig($orderId, $order['config']);
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
     * Tells all orders, repairs what is safe, and logs what differed.
     *
     * @return list<string>
     */
    public function sync(): array
    {
        $this->makeTable();
        $monitoring = $this->monitoring();
        $orders = new Orders($this->di['db'], $monitoring);
        $report = $this->explained(static function (Monitoring $monitoring) use ($orders) {
            return $monitoring->reconciliation($orders)->run(self::VERSION);
        }, $monitoring);
        $sentences = $report->sentences();
        if ($orders->unsold() !== []) {
            $sentences[] = 'Orders that do not say what they sell were left out: '
                . implode(', ', $orders->unsold()) . '.';
        }
        foreach ($sentences as $sentence) {
            $this->di['logger']->info('Monitoring: %s', $sentence);
        }
        if ($report->failure() === null) {
            $monitoring->tellPrices(Prices::of($this->di['db']));
            $this->di['mod_service']('system')->setParamValue(self::LAST_SYNC, date('Y-m-d H:i:s'));
        }
        return $sentences;
    }

    /**
     * What differs between orders and the monitoring service, now.
     *
     * @return array{problem: string|null, count: int, lines: list<array<string, mixed>>, unsold: list<int>}
     */
    public function differences(): array
    {
        $this->makeTable();
        $monitoring = $this->monitoring();
        $orders = new Orders($this->di['db'], $monitoring);
        $compared = ['problem' => null, 'count' => 0, 'lines' => []];
        try {
            $monitoring->explained(static function () use ($monitoring, $orders, &$compared): void {
                foreach ($monitoring->reconciliation($orders)->differences() as $difference) {
                    $compared['count'] += 1;
                    if ($compared['count'] <= self::LINES) {
                        $compared['lines'][] = [
                            'key' => $difference->key(),
                            'order_id' => $difference->serviceId(),
                            'client_id' => $difference->clientId(),
                            'label' => $difference->label(),
                            'here' => $difference->here(),
                            'there' => $difference->there(),
                            'is_safe' => $difference->isSafe(),
                            'sentence' => $difference->sentence(Monitoring::NAMES),
                            'remedy' => $difference->remedy(),
                        ];
                    }
                }
            });
        } catch (\RuntimeException $failure) {
            $compared['problem'] = $failure->getMessage();
        }
        return $compared + ['unsold' => $orders->unsold()];
    }

    /** Repairs one difference, by its key; says what became of it. */
    public function settle(string $key): string
    {
        $told = $this->explained(function (Monitoring $monitoring) use ($key): string {
            return $monitoring->reconciliation(new Orders($this->di['db'], $monitoring))->settle($key);
        });
        $this->di['logger']->info('Monitoring: %s', $told);
        return $told;
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
     * @return array<string, mixed> see Monitoring
     */
    private function orderArray($order, $service): array
    {
        $config = self::$takenAnew[(int) $order->id] ?? null;
        return ($config === null ? [] : ['config' => $config]) + ['endpoint_id' => $service->endpoint_id ?? null]
            + Orders::find($this->di['db'], (int) $order->id);
    }

    /** What was ordered and never came about has what its product says now: a mistake there has been mended. */
    private function takeProductAnew($order): void
    {
        $isNew = in_array($order->status, ['pending_setup', 'failed_setup'], true);
        $product = $isNew
            ? $this->di['db']->getRow('SELECT config FROM product WHERE id = :id', [':id' => $order->product_id])
            : null;
        $settings = json_decode($product['config'] ?? '', true) ?: [];
        if ($settings !== []) {
            $said = json_decode($order->config ?? '', true) ?? [];
            self::$takenAnew[(int) $order->id] = Monitoring::orderConfig($settings, $said);
        }
    }

    /** FOSSBilling writes its own copy of an order after it was activated: what it is now is kept after that. */
    public static function onAfterAdminOrderActivate(\Box_Event $event): void
    {
        $orderId = (int) ($event->getParameters()['id'] ?? 0);
        $config = self::$takenAnew[$orderId] ?? null;
        unset(self::$takenAnew[$orderId]);
        if ($config !== null) {
            $event->getDi()['mod_service']('servicebreakwater')->keepConfig($orderId, $config);
        }
    }

    /**
     * @param array<string, mixed> $config
     */
    public function keepConfig(int $orderId, array $config): void
    {
        $this->di['db']->exec(
            'UPDATE client_order SET config = :config, updated_at = :now WHERE id = :id',
            [':config' => json_encode($config), ':now' => date('Y-m-d H:i:s'), ':id' => $orderId]
        );
    }

    /** Two orders for one address would take the server from each other. */
    private function requireOwnAddress($order): void
    {
        $address = self::serverAddress($order->config);
        $other = $address === null
            ? null
            : $this->orderAt($address, (int) $order->client_id, self::LIVE, (int) $order->id);
        if ($other !== null) {
            throw new InformationException("Order #$other of the same client monitors this IP address already.");
        }
    }

    /**
     * Another order of the client for the same address; null: there is none.
     *
     * @param mixed        $address
     * @param list<string> $statuses
     */
    private function orderAt($address, int $clientId, array $statuses, int $exceptId = 0): ?int
    {
        $rows = $this->di['db']->getAll(
            "SELECT id, config FROM client_order WHERE client_id = :client AND service_type = :type AND id <> :id
             AND status IN ('" . implode("', '", $statuses) . "')",
            [':client' => $clientId, ':type' => 'breakwater', ':id' => $exceptId]
        );
        foreach ($rows as $row) {
            if (Monitoring::isSameAddress(self::serverAddress($row['config']), $address)) {
                return (int) $row['id'];
            }
        }
        return null;
    }

    /** What an order for a single server monitors, by its configuration; null: it is none, or names no address. */
    private static function serverAddress(?string $config): ?string
    {
        $config = json_decode($config ?? '', true) ?? [];
        $address = $config['ip_address'] ?? '';
        return ($config['kind'] ?? '') === 'endpoint' && is_string($address) && $address !== '' ? $address : null;
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
