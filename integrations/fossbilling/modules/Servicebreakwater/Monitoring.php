<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater;

use Breakwater\AddressCheck;
use Breakwater\ApiException;
use Breakwater\BillingSide;
use Breakwater\BreakwaterException;
use Breakwater\Client;
use Breakwater\Connection;
use Breakwater\Customer;
use Breakwater\Explanation;
use Breakwater\MonthlyUsage;
use Breakwater\OrderException;
use Breakwater\Price;
use Breakwater\PriceList;
use Breakwater\Provisioning;
use Breakwater\Reconciliation;
use Breakwater\ServiceOrder;
use Breakwater\ServiceState;
use Breakwater\ServiceSync;
use Breakwater\SignIn;

require_once __DIR__ . '/client/autoload.php';

/**
 * What the module does, in plain arrays: nothing in here knows a class of FOSSBilling.
 *
 * An order is `id, client_id, status, period, quantity, price, discount, rate, config` (as an array), `company,
 * first_name, last_name, email` of its client and, where it is known, the `endpoint_id` that activating a server gave.
 */
final class Monitoring
{
    /** What FOSSBilling calls what sentences for staff name. */
    public const NAMES = [
        '{create}' => 'activate the order, or use Re-sync,',
        '{address}' => 'the address in the settings of the extension',
        '{settings}' => 'the settings of the extension',
        '{service}' => 'Order',
    ];

    /** What a customer says of an order; everything else is the product's. */
    private const FIELDS_OF_CUSTOMERS = ['ip_address' => 0, 'hostname' => 0, 'period' => 0, 'quantity' => 0];

    /** What is renewed, and was paid for, is active whether or not it could be told. */
    private const STATUSES = [
        'active' => ServiceSync::ACTIVE,
        'failed_renew' => ServiceSync::ACTIVE,
        'suspended' => ServiceSync::SUSPENDED,
        'canceled' => ServiceSync::CANCELLED,
    ];

    private const SERVERS_SHOWN = 10;

    /** @var array<string, mixed> */
    private $settings;

    /**
     * @param array<string, mixed> $settings `url`, `api_key`, `sandbox`
     */
    public function __construct(array $settings)
    {
        $this->settings = $settings;
    }

    /**
     * @return array<string, string> the settings must not be seen where this object is printed
     */
    public function __debugInfo(): array
    {
        return ['url' => (string) ($this->settings['url'] ?? '')];
    }

    /**
     * What an order has: the product's settings, which no customer can change, and what the customer says.
     *
     * @param array<string, mixed> $product its settings
     * @param array<string, mixed> $said
     *
     * @return array<string, mixed>
     */
    public static function orderConfig(array $product, array $said): array
    {
        return $product + array_intersect_key($said, self::FIELDS_OF_CUSTOMERS);
    }

    /**
     * What is wrong with what a product sells, for staff; null: nothing.
     *
     * @param array<string, mixed>       $config
     * @param array<string, string>|null $plans  those that there are; null: not known
     */
    public static function mistakeInProduct(array $config, ?array $plans = null): ?string
    {
        $kind = $config['kind'] ?? null;
        $plan = (string) ($config['plan_slug'] ?? '');
        if (!in_array($kind, ServiceOrder::PRODUCTS, true)) {
            return 'The product does not say what it sells: choose it in its configuration.';
        }
        if ($kind === ServiceOrder::SERVER_PLAN && $plan === '') {
            return 'The product has no plan: choose one in its configuration.';
        }
        return $plan !== '' && $plans !== null && !isset($plans[$plan])
            ? sprintf('There is no plan “%s”: choose one of %s.', $plan, implode(', ', array_keys($plans)))
            : null;
    }

    /**
     * The text of what customers are told of an address, before it is paid for; null: it can be monitored.
     *
     * @param mixed $address
     *
     * @return string|null a key of the client's Texts
     */
    public function mistakeInAddress($address): ?string
    {
        try {
            $mistake = AddressCheck::mistake($this->connection(), $address);
        } catch (\InvalidArgumentException $unset) {
            // There are no settings yet: activating the order says so.
            return null;
        }
        return [
            AddressCheck::NO_ADDRESS => 'address_wrong',
            AddressCheck::NOT_SCANNED => 'address_not_scanned',
        ][(string) $mistake] ?? null;
    }

    /**
     * Whether two addresses are the same, in whatever spelling.
     *
     * @param mixed $one
     * @param mixed $other
     */
    public static function isSameAddress($one, $other): bool
    {
        return is_string($one) && is_string($other) && AddressCheck::packed($one) === AddressCheck::packed($other);
    }

    /**
     * Who is connected.
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function account(): string
    {
        return $this->explained(function (): string {
            return $this->connection()->forStaff()->account()['partner']['name'];
        });
    }

    /**
     * @return array<string, string> label by plan
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function plans(): array
    {
        return $this->explained(function (): array {
            $labels = [];
            foreach ($this->connection()->forStaff()->get('/plans')['data']['plans'] as $plan) {
                $labels[$plan['plan_slug']] = sprintf('%s (%d servers)', $plan['plan_slug'], $plan['capacity']);
            }
            return $labels;
        });
    }

    /**
     * The service is there, active and as it was ordered.
     *
     * @param array<string, mixed> $order
     *
     * @return string|null the id of a server, to be kept
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function activate(array $order): ?string
    {
        return $this->explained(function () use ($order): ?string {
            return $this->provisioning()->create($this->order($order));
        });
    }

    /**
     * The same for what is sold already: whatever it was, it is active with the terms of the order.
     *
     * @param array<string, mixed> $order
     *
     * @return string|null the id of a server, to be kept
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function renew(array $order): ?string
    {
        return $this->explained(function () use ($order): ?string {
            return $this->provisioning()->renew($this->order($order));
        });
    }

    /**
     * @param array<string, mixed> $order
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function suspend(array $order): void
    {
        $this->explained(function () use ($order): void {
            $this->provisioning()->suspend($this->order($order));
        });
    }

    /**
     * @param array<string, mixed> $order
     *
     * @return string|null the id of a server that had to be created again
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function unsuspend(array $order): ?string
    {
        return $this->explained(function () use ($order): ?string {
            return $this->provisioning()->unsuspend($this->order($order));
        });
    }

    /**
     * @param array<string, mixed> $order
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function cancel(array $order): void
    {
        $this->explained(function () use ($order): void {
            $this->provisioning()->terminate($this->order($order));
        });
    }

    /**
     * The service has the plan, quantity, price and address of the order.
     *
     * @param array<string, mixed> $order
     * @param bool                 $isTried only asks whether it would be accepted
     *
     * @return string|null the id of a server
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function change(array $order, bool $isTried = false): ?string
    {
        return $this->explained(function () use ($order, $isTried): ?string {
            if ($isTried) {
                $this->provisioning()->checkChange($this->order($order));
                return null;
            }
            return $this->provisioning()->change($this->order($order), $order['status'] === 'suspended');
        });
    }

    /**
     * Makes the monitoring service have the order as it is here.
     *
     * @param array<string, mixed> $order
     *
     * @return string|null the id of a server, to be kept
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function resync(array $order): ?string
    {
        switch (self::STATUSES[$order['status']] ?? null) {
            case ServiceSync::ACTIVE:
                return $this->renew($order);
            case ServiceSync::SUSPENDED:
                $serverId = $this->renew($order);
                $this->suspend(['endpoint_id' => $serverId ?? $order['endpoint_id'] ?? null] + $order);
                return $serverId;
            case ServiceSync::CANCELLED:
                $this->cancel($order);
                return null;
            default:
                throw new \RuntimeException('The order is not active: activate it first.');
        }
    }

    /**
     * The same, after ending what the order monitors at addresses that are not its own.
     *
     * @param array<string, mixed> $order
     *
     * @return string|null the id of a server, to be kept
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function recreate(array $order): ?string
    {
        return $this->explained(function () use ($order): ?string {
            $serverId = $this->provisioning()->recreate($this->order($order));
            if ($order['status'] === 'suspended') {
                $this->provisioning()->suspend($this->order($order));
            }
            return $serverId;
        });
    }

    /**
     * @param array<string, mixed> $order
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function scan(array $order): void
    {
        $this->explained(function () use ($order): void {
            // Staff wait for it: what has its pause, or cannot be scanned now, says so at once.
            (new Provisioning($this->connection()->forStaff()))->scan($this->order($order));
        });
    }

    /**
     * A link that signs the customer in, once, within a minute.
     *
     * @param array<string, mixed> $order
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function signInUrl(array $order): string
    {
        return $this->explained(function () use ($order): string {
            return SignIn::url($this->connection(), $this->order($order));
        });
    }

    /**
     * What a customer's page says of a service.
     *
     * @param array<string, mixed> $order
     *
     * @return array<string, mixed> see ServiceState
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function state(array $order): array
    {
        return $this->explained(function () use ($order): array {
            return ServiceState::of($this->connection(), $this->order($order));
        });
    }

    /**
     * What staff see of a service. Their page must come, whatever became of the monitoring service.
     *
     * @param array<string, mixed> $order
     *
     * @return array{
     *     problem: string|null, servers: list<array<mixed>>, open_alerts: int|null, capacity: array<mixed>|null,
     *     used_days: float|null, console: string
     * } used_days: of servers or domains, this month (UTC)
     */
    public function stateForStaff(array $order): array
    {
        $console = rtrim((string) ($this->settings['url'] ?? ''), '/') . '/console/customers/' . $order['client_id'];
        $state = ['servers' => [], 'open_alerts' => null, 'capacity' => null, 'used_days' => null];
        $state += ['console' => $console];
        try {
            $this->explained(function () use ($order, &$state): void {
                $state = $this->known($this->order($order)) + $state;
            });
        } catch (\RuntimeException $failure) {
            return ['problem' => $failure->getMessage()] + $state;
        }
        return ['problem' => null] + $state;
    }

    /**
     * @return array<string, mixed>
     */
    private function known(ServiceOrder $service): array
    {
        $client = $this->connection()->forStaff();
        $path = '/customers/' . $service->clientId();
        try {
            $customer = $client->get($path)['data'];
        } catch (ApiException $refused) {
            if ($refused->status() === 404) {
                return [];
            }
            throw $refused;
        }
        $used = ['used_days' => self::usedDays($client, $service)];
        if ($service->product() === ServiceOrder::DOMAIN_SLOTS) {
            return $used + ['capacity' => $customer['capacity']['domain_monitoring']];
        }
        $servers = $client->get("$path/servers", ['limit' => 100])['data']['servers'];
        if ($service->isServer()) {
            $servers = array_values(array_filter($servers, static function (array $server) use ($service): bool {
                return $server['id'] === $service->endpointId();
            }));
        }
        return $used + [
            'servers' => array_slice($servers, 0, self::SERVERS_SHOWN),
            'open_alerts' => array_sum(array_column($servers, 'open_alerts')),
            'capacity' => $service->isServer() ? null : $customer['capacity']['port_monitoring'],
        ];
    }

    /** Of a plan what customers added by themselves, which has no service, too. */
    private static function usedDays(Client $client, ServiceOrder $service): float
    {
        $months = MonthlyUsage::months(time());
        $unit = $service->product() === ServiceOrder::DOMAIN_SLOTS ? 'domain' : 'endpoint';
        $days = 0.0;
        foreach (MonthlyUsage::of($client, end($months), $service->clientId()) as $used) {
            $isOwn = $used['service_id'] === $service->serviceId()
                || ($used['service_id'] === null && !$service->isServer());
            $days += $isOwn && $used['unit'] === $unit ? $used['days'] : 0.0;
        }
        return round($days, 1);
    }

    /**
     * Tells the portal what products cost; the sandbox has the prices of its account.
     *
     * @param list<array<string, string>> $prices
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function tellPrices(array $prices): void
    {
        if (empty($this->settings['sandbox'])) {
            $this->explained(function () use ($prices): void {
                PriceList::tell($this->connection()->forJobs(), $prices);
            });
        }
    }

    /** Comparing all orders with the monitoring service. */
    public function reconciliation(BillingSide $orders): Reconciliation
    {
        return new Reconciliation($this->connection()->forJobs(), $orders, self::NAMES);
    }

    /**
     * An order, as it is compared.
     *
     * @param array<string, mixed> $order
     *
     * @return array{order: ServiceOrder, status: string|null}
     *
     * @throws OrderException when it does not say what it sells
     */
    public function sold(array $order): array
    {
        return ['order' => $this->order($order), 'status' => self::STATUSES[$order['status']] ?? null];
    }

    /**
     * @param array<string, mixed> $order
     */
    private function order(array $order): ServiceOrder
    {
        $config = $order['config'];
        $kind = (string) ($config['kind'] ?? '');
        $isServer = $kind === ServiceOrder::SERVER;
        $text = static function (string $name) use ($config): ?string {
            $value = $config[$name] ?? null;
            return is_scalar($value) ? trim((string) $value) : null;
        };
        return new ServiceOrder(self::customer($order) + [
            'client_id' => (int) $order['client_id'],
            'service_id' => (int) $order['id'],
            'product_slug' => $kind,
            'ip_address' => $isServer ? $text('ip_address') : null,
            'hostname' => $isServer ? $text('hostname') : null,
            'plan_slug' => $text('plan_slug'),
            'quantity' => $kind === ServiceOrder::DOMAIN_SLOTS
                ? max(1, (int) ($config['domains'] ?? 1)) * max(1, (int) ($order['quantity'] ?? 1))
                : null,
            'mrr' => self::monthly($order),
            'endpoint_id' => $order['endpoint_id'] ?? null,
        ]);
    }

    /**
     * @param array<string, mixed> $order
     *
     * @return array{client_name?: string, client_email?: string}
     */
    private static function customer(array $order): array
    {
        return Customer::fields(
            $order['company'] ?? '',
            $order['first_name'] ?? '',
            $order['last_name'] ?? '',
            $order['email'] ?? ''
        );
    }

    /**
     * What the order brings in a month, in the default currency; null when it does not recur, or nothing can be told.
     *
     * @param array<string, mixed> $order
     */
    private static function monthly(array $order): ?float
    {
        if (preg_match('~^(\d{1,3})([DWMY])$~D', (string) ($order['period'] ?? ''), $period) !== 1) {
            return null;
        }
        $months = (int) $period[1] * ['D' => 12 / 365, 'W' => 84 / 365, 'M' => 1, 'Y' => 12][$period[2]];
        $amount = (float) $order['price'] * max(1, (int) ($order['quantity'] ?? 1)) - (float) ($order['discount'] ?? 0);
        return Price::monthly($amount, $months, (float) ($order['rate'] ?? 1.0));
    }

    private function provisioning(): Provisioning
    {
        return new Provisioning($this->connection()->forOrders());
    }

    private function connection(): Connection
    {
        return new Connection((string) ($this->settings['url'] ?? ''), (string) ($this->settings['api_key'] ?? ''), [
            'sandbox' => !empty($this->settings['sandbox']),
            'userAgent' => 'breakwater-fossbilling/' . Service::VERSION . ' PHP/' . PHP_VERSION,
        ] + (defined('PATH_CACHE') ? ['directory' => PATH_CACHE] : []));
    }

    /**
     * @template T
     *
     * @param callable(): T $work
     *
     * @return T
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function explained(callable $work)
    {
        try {
            return $work();
        } catch (BreakwaterException $failure) {
            throw new \RuntimeException(Explanation::of($failure, self::NAMES));
        } catch (\InvalidArgumentException $wrong) {
            throw new \RuntimeException($wrong->getMessage());
        }
    }
}
