<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\ServiceOrder;
use WHMCS\UsageBilling\Contracts\Metrics\MetricInterface;
use WHMCS\UsageBilling\Contracts\Metrics\ProviderInterface;
use WHMCS\UsageBilling\Metrics\Metric;
use WHMCS\UsageBilling\Metrics\Units\FloatingPoint;
use WHMCS\UsageBilling\Metrics\Units\WholeNumber;
use WHMCS\UsageBilling\Metrics\Usage;

/**
 * Usage for metered billing: how many servers and domains are monitored now, and for how many days they were this
 * month. Tenants are services, by their numbers.
 */
final class UsageProvider implements ProviderInterface
{
    private const SECONDS_OF_DAY = 86400;

    /** @var array<string, mixed> */
    private array $params;

    /**
     * @param array<string, mixed> $params
     */
    public function __construct(array $params)
    {
        $this->params = $params;
    }

    /**
     * Asks nobody: it is also called where there is no server yet.
     *
     * @return list<MetricInterface>
     */
    public function metrics(): array
    {
        $number = static function (string $name, string $one, string $many): WholeNumber {
            return new WholeNumber($name, $one, $many);
        };
        $days = static function (string $name): FloatingPoint {
            return new FloatingPoint($name, 'day', 'days');
        };
        $now = MetricInterface::TYPE_SNAPSHOT;
        $month = MetricInterface::TYPE_PERIOD_MONTH;
        return [
            new Metric('servers', 'Monitored servers', $now, $number('Servers', 'server', 'servers')),
            new Metric('domains', 'Monitored domains', $now, $number('Domains', 'domain', 'domains')),
            new Metric('server_days', 'Days of monitored servers', $month, $days('Server days')),
            new Metric('domain_days', 'Days of monitored domains', $month, $days('Domain days')),
        ];
    }

    /**
     * Of all services of the server.
     *
     * @return array<int, list<MetricInterface>>
     */
    public function usage(): array
    {
        $usage = [];
        $failure = Module::failure('MetricProvider', $this->params, function () use (&$usage): void {
            $owners = [];
            foreach (Records::services((int) ($this->params['serverid'] ?? 0), Records::products()) as $row) {
                $owners[(int) $row->id] = (int) $row->userid;
            }
            $usage = $this->collect($owners, null);
        });
        if ($failure !== null) {
            Module::note('usage could not be read: ' . $failure);
        }
        return $usage;
    }

    /**
     * @param mixed $tenant the number of a service
     *
     * @return list<MetricInterface>
     */
    public function tenantUsage($tenant): array
    {
        $usage = [];
        Module::failure('MetricProvider', $this->params, function () use ($tenant, &$usage): void {
            $service = Records::service((int) $tenant);
            $clientId = (int) ($service->userid ?? 0);
            $usage = $service === null ? [] : $this->collect([(int) $service->id => $clientId], $clientId);
        });
        return $usage[(int) $tenant] ?? [];
    }

    /**
     * @param array<int, int> $owners the clients of the services that are asked for, by service: an account can have
     *     more than this server sells
     *
     * @return array<int, list<MetricInterface>>
     */
    private function collect(array $owners, ?int $clientId): array
    {
        $client = Server::of($this->params)->clientForJobs('MetricProvider');
        $now = time();
        $month = gmdate('Y-m-01', $now);
        $totals = [];
        $tomorrow = gmdate('Y-m-d', $now + self::SECONDS_OF_DAY);
        // Everybody's is said by leaving the client out.
        $ofWhom = $clientId === null ? [] : [$clientId];
        foreach ($client->usage($month, $tomorrow, ...$ofWhom) as $used) {
            $serviceId = $used['service_id'] ?? $this->payerOf($used['client_id'], $used['unit']);
            if ($serviceId === null || ($owners[$serviceId] ?? null) !== $used['client_id']) {
                continue;
            }
            $kind = $used['unit'] === 'domain' ? 'domain' : 'server';
            $totals[$serviceId][$kind . 's'] = ($totals[$serviceId][$kind . 's'] ?? 0) + $used['current'];
            $days = $used['active_seconds'] / self::SECONDS_OF_DAY;
            $totals[$serviceId][$kind . '_days'] = ($totals[$serviceId][$kind . '_days'] ?? 0.0) + $days;
        }
        return array_map(function (array $values) use ($month, $now): array {
            return $this->measured($values, (int) strtotime("$month UTC"), $now);
        }, $totals);
    }

    /**
     * @param array<string, int|float> $values by metric
     *
     * @return list<MetricInterface>
     */
    private function measured(array $values, int $start, int $now): array
    {
        $metrics = [];
        foreach ($this->metrics() as $metric) {
            $value = $values[$metric->systemName()] ?? 0;
            $metrics[] = $metric->withUsage(
                $metric->type() === MetricInterface::TYPE_SNAPSHOT
                    ? new Usage($value)
                    : new Usage(round($value, 4), self::time($now), self::time($start), self::time($now))
            );
        }
        return $metrics;
    }

    /**
     * What customers add in the portal belongs to no service: to the first one that has room for it, then.
     */
    private function payerOf(int $clientId, string $unit): ?int
    {
        $product = $unit === 'domain' ? ServiceOrder::DOMAIN_SLOTS : ServiceOrder::SERVER_PLAN;
        $products = Records::products();
        $ids = [];
        foreach (Records::servicesOfClient($clientId) as $row) {
            $sold = $products[(int) $row->packageid]->{'configoption' . Options::PRODUCT} ?? '';
            $isHere = (int) $row->server === (int) ($this->params['serverid'] ?? $row->server);
            if ($isHere && $sold === $product && Records::status($row->domainstatus) === 'active') {
                $ids[] = (int) $row->id;
            }
        }
        return $ids === [] ? null : min($ids);
    }

    private static function time(int $seconds): \DateTimeInterface
    {
        return class_exists(\WHMCS\Carbon::class)
            ? \WHMCS\Carbon::createFromTimestamp($seconds)
            : new \DateTimeImmutable('@' . $seconds);
    }
}
