<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * What a page says of a service: how many alerts are open, and whether that is all there is to say. What is known is
 * remembered for five minutes, so that clicks cost nothing.
 */
final class ServiceState
{
    private const SECONDS = 300;

    /** Alerts that are named; all are counted. */
    private const NAMED = 5;

    /** Reasons of what has several servers or domains; those of one server are the states of its look. */
    public const NOTHING_MONITORED = 'nothing_monitored';
    public const PLAN_FULL = 'plan_full';
    public const FIRST_LOOKS = 'first_looks';
    public const NOT_ALL_LOOKED_AT = 'not_looked_at';
    public const POSTURE_ONLY = 'posture_only';

    /**
     * Only where `reason` is null nothing open means that nothing is wrong; otherwise it says why nothing can be told.
     *
     * @return array{open_alerts: int, alerts: list<array<mixed>>, reason: string|null, last_look_at: string|null,
     *     posture: array<string, mixed>|null} alerts: the most severe, as the API has them; reason: one of the
     *     constants, or of one server `failing`, `never_scanned`, `outside_policy`, `paused`, `waiting_for_capacity` or
     *     `terminated`; posture: what everybody can see of domains, see posture()
     *
     * @throws BreakwaterException
     */
    public static function of(Connection $connection, ServiceOrder $order): array
    {
        $name = implode(' ', ['state', $order->clientId(), $order->serviceId(), $order->endpointId()]);
        $known = $connection->cache()->get($name);
        if (is_array($known)) {
            return $known;
        }
        $client = $connection->forPages();
        $state = self::alerts($client, $order) + self::look($client, $order);
        $connection->cache()->set($name, $state, self::SECONDS);
        return $state;
    }

    /**
     * @return array{open_alerts: int, alerts: list<array<mixed>>}
     */
    private static function alerts(Client $client, ServiceOrder $order): array
    {
        $query = ['status' => 'open', 'sort' => 'severity', 'limit' => self::NAMED];
        $query += self::isOneServer($order)
            ? ['endpoint_id' => $order->endpointId()]
            : ['subject' => self::part($order) === 'domains' ? 'domain' : 'endpoint'];
        $data = $client->get('/monitoring/alerts', $query + self::customer($order))['data'];
        return ['open_alerts' => $data['total'], 'alerts' => $data['alerts']];
    }

    /**
     * @return array{reason: string|null, last_look_at: string|null, posture: array<string, mixed>|null}
     */
    private static function look(Client $client, ServiceOrder $order): array
    {
        if (self::isOneServer($order)) {
            $look = $client->get("/endpoints/{$order->endpointId()}/detail", self::customer($order))['look'];
            $reason = $look['state'] === 'looked_at' ? null : $look['state'];
            return ['reason' => $reason, 'last_look_at' => $look['at'], 'posture' => null];
        }
        $overview = $client->get('/monitoring/overview', self::customer($order))['data'];
        $part = self::part($order);
        return [
            'reason' => self::reasonOf($overview[$part]),
            'last_look_at' => $overview['last_look_at'],
            'posture' => $part === 'domains' ? self::posture($client, $order, $overview['domains']) : null,
        ];
    }

    /**
     * What everybody can see of the customer's domains: of the only one how many checks came to what, of several how
     * many were looked at.
     *
     * @param array<string, int|bool> $looks
     *
     * @return array{domain: string, checked_at: string|null, ok: int, wrong: int, unknown: int}
     *     |array{total: int, looked_at: int}|null null: there are none
     */
    private static function posture(Client $client, ServiceOrder $order, array $looks): ?array
    {
        if ($looks['total'] !== 1) {
            $seen = $looks['looked_at'] + ($looks['posture_only'] ?? 0);
            return $looks['total'] === 0 ? null : ['total' => $looks['total'], 'looked_at' => $seen];
        }
        $domains = $client->get('/domain-monitoring/domains', self::customer($order))['data']['domains'];
        if ($domains === []) {
            return null;
        }
        $path = "/domain-monitoring/domains/{$domains[0]['id']}/posture";
        $posture = $client->get($path, self::customer($order))['data']['posture'];
        $states = array_count_values(array_column($posture['checks'], 'state'));
        $told = ['ok' => $states['ok'] ?? 0, 'unknown' => $states['unknown'] ?? 0];
        return ['domain' => $domains[0]['domain'], 'checked_at' => $posture['checked_at']] + $told
            + ['wrong' => array_sum($states) - array_sum($told)];
    }

    /**
     * @param array<string, int|bool> $looks how many there are, and what became of looking at them
     */
    private static function reasonOf(array $looks): ?string
    {
        if ($looks['total'] === 0) {
            return self::NOTHING_MONITORED;
        }
        if ($looks['all_looked_at']) {
            return null;
        }
        if ($looks['waiting_for_capacity'] > 0) {
            return self::PLAN_FULL;
        }
        if ($looks['looked_at'] + ($looks['posture_only'] ?? 0) === $looks['total']) {
            return self::POSTURE_ONLY;
        }
        $isFirst = $looks['looked_at'] + $looks['never_scanned'] === $looks['total'];
        return $isFirst ? self::FIRST_LOOKS : self::NOT_ALL_LOOKED_AT;
    }

    private static function isOneServer(ServiceOrder $order): bool
    {
        return $order->isServer() && $order->endpointId() !== null;
    }

    private static function part(ServiceOrder $order): string
    {
        return $order->product() === ServiceOrder::DOMAIN_SLOTS ? 'domains' : 'servers';
    }

    /**
     * @return array{billing_customer_id: int}
     */
    private static function customer(ServiceOrder $order): array
    {
        return ['billing_customer_id' => $order->clientId()];
    }
}
