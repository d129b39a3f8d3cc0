<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\MonthlyUsage;
use Breakwater\ServiceOrder;
use WHMCS\UsageBilling\Contracts\Metrics\MetricInterface;
use WHMCS\UsageBilling\Contracts\Metrics\ProviderInterface;
use WHMCS\UsageBilling\Metrics\Metric;
use WHMCS\UsageBilling\Metrics\Units\FloatingPoint;
use WHMCS\UsageBilling\Metrics\Units\WholeNumber;
use WHMCS\UsageBilling\Metrics\Usage;

/**
 * Usage for metered billing: how many servers and domains are monitored now, and for how many days they were this
 * month, and at its end of the month before. Tenants are services, by their numbers.
 */
final class UsageProvider implements ProviderInterface
{
    /** @var array<string, mixed> */
    private array $params;
    private ?int $now;

    /**
     * @param array<string, mixed> $params
     * @param int|null             $now    Unix time; null: the machine's
     */
    public function __construct(array $params, ?int $now = null)
    {
        $this->params = $params;
        $this->now = $now;
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
            foreach (Records::services([(int) ($this->params['serverid'] ?? 0)], Records::products()) as $row) {
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
        $client = Server::of($this->params)->connection('MetricProvider')->forJobs();
        $now = $this->now ?? time();
        $measured = [];
        foreach (MonthlyUsage::months($now) as $month) {
            foreach ($this->totals(MonthlyUsage::of($client, $month, $clientId), $owners) as $serviceId => $values) {
                $each = $this->measured($values, $month, $now);
                $measured[$serviceId] = array_merge($measured[$serviceId] ?? [], $each);
            }
        }
        return $measured;
    }

    /**
     * @param list<array<string, mixed>> $used   as MonthlyUsage gives it
     * @param array<int, int>            $owners
     *
     * @return array<int, array<string, int|float>> by service and metric
     */
    private function totals(array $used, array $owners): array
    {
        $totals = [];
        foreach ($used as $each) {
            $serviceId = $each['service_id'] ?? $this->payerOf($each['client_id'], $each['unit']);
            if ($serviceId === null || ($owners[$serviceId] ?? null) !== $each['client_id']) {
                continue;
            }
            $kind = $each['unit'] === 'domain' ? 'domain' : 'server';
            $totals[$serviceId][$kind . 's'] = ($totals[$serviceId][$kind . 's'] ?? 0) + $each['current'];
            $totals[$serviceId][$kind . '_days'] = ($totals[$serviceId][$kind . '_days'] ?? 0.0) + $each['days'];
        }
        return $totals;
    }

    /**
     * @param array<string, int|float>                       $values by metric
     * @param array{start: int, end: int, is_finished: bool} $month
     *
     * @return list<MetricInterface> of a finished month its days only: what there is now is no part of it
     */
    private function measured(array $values, array $month, int $now): array
    {
        $metrics = [];
        // Within the month, by which WHMCS keeps it.
        $end = self::time($month['is_finished'] ? $month['end'] - 1 : $now);
        foreach ($this->metrics() as $metric) {
            $value = $values[$metric->systemName()] ?? 0;
            if ($metric->type() !== MetricInterface::TYPE_SNAPSHOT) {
                $metrics[] = $metric->withUsage(new Usage(round($value, 4), $end, self::time($month['start']), $end));
            } elseif (!$month['is_finished']) {
                $metrics[] = $metric->withUsage(new Usage($value));
            }
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
