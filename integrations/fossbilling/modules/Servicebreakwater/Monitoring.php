<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater;

use Breakwater\ApiException;
use Breakwater\BreakwaterException;
use Breakwater\Client;
use Breakwater\CurlTransport;
use Breakwater\Explanation;
use Breakwater\OrderException;
use Breakwater\Provisioning;
use Breakwater\ServiceOrder;
use Breakwater\ServiceSync;
use Breakwater\SyncReport;
use Breakwater\Transport;

require_once __DIR__ . '/client/autoload.php';

/**
 * What the module does, in plain arrays: nothing in here knows a class of FOSSBilling.
 *
 * An order is `id, client_id, status, period, quantity, price, discount, config` (as an array) and, where they are
 * known, `client_name, client_email` and the `endpoint_id` that activating a server gave.
 */
final class Monitoring
{
    /** What a customer says of an order; everything else is the product's. */
    private const FIELDS_OF_CUSTOMERS = ['ip_address' => 0, 'hostname' => 0, 'period' => 0, 'quantity' => 0];

    private const STATUSES = [
        'active' => ServiceSync::ACTIVE,
        'suspended' => ServiceSync::SUSPENDED,
        'canceled' => ServiceSync::CANCELLED,
    ];

    private const SECONDS_OF_A_PAGE = 3.0;

    /** @var array<string, mixed> */
    private $settings;

    /** @var Transport|null */
    private $transport;

    /**
     * @param array<string, mixed> $settings  `url`, `api_key`, `sandbox`
     * @param Transport|null       $transport null: curl
     */
    public function __construct(array $settings, ?Transport $transport = null)
    {
        $this->settings = $settings;
        $this->transport = $transport;
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
     * What is wrong with an order, before it is paid for; null: nothing.
     *
     * @param array<string, mixed> $config
     */
    public static function mistakeIn(array $config): ?string
    {
        $kind = $config['kind'] ?? null;
        if (!in_array($kind, ServiceOrder::PRODUCTS, true)) {
            return 'The product does not say what it sells: choose it in its configuration.';
        }
        if ($kind === ServiceOrder::SERVER_PLAN && ($config['plan_slug'] ?? '') === '') {
            return 'The product has no plan: choose one in its configuration.';
        }
        if ($kind !== ServiceOrder::SERVER) {
            return null;
        }
        $address = $config['ip_address'] ?? '';
        $isPublic = FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE;
        return is_string($address) && filter_var(trim($address), FILTER_VALIDATE_IP, $isPublic) !== false
            ? null
            : 'Enter the public IP address of the server.';
    }

    /**
     * Who is connected.
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function account(): string
    {
        return $this->explained(function (): string {
            return $this->client(false)->account()['partner']['name'];
        });
    }

    /**
     * The service is there, active and as it was ordered. A service that was suspended or cancelled comes back.
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
     * A link that signs the customer in, once, within a minute.
     *
     * @param array<string, mixed> $order
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function signInUrl(array $order): string
    {
        return $this->explained(function () use ($order): string {
            $service = $this->order($order);
            $fields = $service->only('client_id', 'client_name', 'client_email');
            $path = $service->endpointId() === null ? '/' : '/servers/' . $service->endpointId();
            if ($service->product() === ServiceOrder::DOMAIN_SLOTS) {
                $path = '/domains';
            }
            return $this->client(true)->signInUrl($fields + ['redirect_path' => $path]);
        });
    }

    /**
     * What a page shows of a service. A page must come, whatever became of the monitoring service.
     *
     * @param array<string, mixed> $order
     *
     * @return array{problem: string|null, servers: list<array<mixed>>, open_alerts: int|null, looked_at: bool}
     */
    public function state(array $order): array
    {
        $state = ['problem' => null, 'servers' => [], 'open_alerts' => null, 'looked_at' => false];
        try {
            $service = $this->order($order);
            if ($service->product() === ServiceOrder::DOMAIN_SLOTS) {
                return $state;
            }
            $path = '/customers/' . $service->clientId() . '/servers';
            $servers = $this->client(true)->get($path, ['limit' => 100])['data']['servers'];
            $own = $service->endpointId();
            if ($service->isServer()) {
                $servers = array_filter($servers, static function (array $server) use ($own): bool {
                    return $server['id'] === $own;
                });
            }
            $state['servers'] = array_slice(array_values($servers), 0, 10);
            $state['open_alerts'] = array_sum(array_column($servers, 'open_alerts'));
            $query = ['billing_customer_id' => $service->clientId()];
            if ($service->isServer() && $own !== null) {
                $look = $this->client(true)->get("/endpoints/$own/detail", $query)['look'] ?? [];
                $state['looked_at'] = ($look['state'] ?? '') === 'looked_at';
            } else {
                $overview = $this->client(true)->get('/monitoring/overview', $query)['data'];
                $state['looked_at'] = $overview['servers']['all_looked_at'] ?? false;
            }
        } catch (ApiException $refused) {
            $state['problem'] = $refused->status() === 404 ? null : Explanation::of($refused);
        } catch (BreakwaterException $failure) {
            $state['problem'] = Explanation::of($failure);
        } catch (\InvalidArgumentException $wrong) {
            $state['problem'] = $wrong->getMessage();
        }
        return $state;
    }

    /**
     * Tells all orders, and creates again what should be there and is not.
     *
     * @param iterable<array<string, mixed>>               $orders those that are active, suspended or canceled
     * @param callable(int): (array<string, mixed>|null)   $find   an order by its id, with the customer
     * @param callable(array<string, mixed>, string): void $keep   takes the id of a server that was created
     *
     * @return array{report: SyncReport, sentences: list<string>}
     */
    public function sync(iterable $orders, callable $find, callable $keep, ?string $version = null): array
    {
        $report = (new ServiceSync($this->client(false), $version))->run($this->told($orders));
        $sentences = $report->sentences();
        foreach ($report->missing() as $service) {
            $order = $find($service['service_id']);
            if ($order === null) {
                continue;
            }
            try {
                $serverId = $this->activate($order);
                if ($serverId !== null) {
                    $keep($order, $serverId);
                    $order['endpoint_id'] = $serverId;
                }
                if ($order['status'] === 'suspended') {
                    $this->suspend($order);
                }
                $sentences[] = sprintf('Order %d was created again.', $order['id']);
            } catch (\RuntimeException $failure) {
                $sentences[] = sprintf('Order %d: %s', $order['id'], $failure->getMessage());
            }
        }
        return ['report' => $report, 'sentences' => $sentences];
    }

    /**
     * @param iterable<array<string, mixed>> $orders
     *
     * @return \Generator<int, array{service_id: int, client_id: int, product_slug: string, status: string}>
     */
    private function told(iterable $orders): \Generator
    {
        foreach ($orders as $order) {
            $kind = $order['config']['kind'] ?? null;
            $status = self::STATUSES[$order['status']] ?? null;
            if ($status !== null && in_array($kind, ServiceOrder::PRODUCTS, true)) {
                yield [
                    'service_id' => (int) $order['id'],
                    'client_id' => (int) $order['client_id'],
                    'product_slug' => $kind,
                    'status' => $status,
                ];
            }
        }
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
        return new ServiceOrder([
            'client_id' => (int) $order['client_id'],
            'service_id' => (int) $order['id'],
            'product_slug' => $kind,
            'client_name' => $order['client_name'] ?? null,
            'client_email' => $order['client_email'] ?? null,
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
     * What the order brings in a month; null when it does not recur.
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
        return $months > 0 ? round(max(0.0, $amount) / $months, 2) : null;
    }

    private function provisioning(): Provisioning
    {
        return new Provisioning($this->client(false));
    }

    /**
     * @param bool $isForPage somebody waits for it
     */
    private function client(bool $isForPage): Client
    {
        $client = new Client(
            (string) ($this->settings['url'] ?? ''),
            (string) ($this->settings['api_key'] ?? ''),
            $isForPage ? ['attempts' => 1] : [],
            $this->transport ?? ($isForPage ? new CurlTransport(self::SECONDS_OF_A_PAGE, 2.0) : null)
        );
        return empty($this->settings['sandbox']) ? $client : $client->inSandbox();
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
    private function explained(callable $work)
    {
        try {
            return $work();
        } catch (BreakwaterException $failure) {
            throw new \RuntimeException(Explanation::of($failure));
        } catch (\InvalidArgumentException $wrong) {
            throw new \RuntimeException($wrong->getMessage());
        }
    }
}
