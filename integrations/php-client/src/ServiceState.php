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

    /**
     * Only where `reason` is null nothing open means that nothing is wrong; otherwise it says why nothing can be told.
     *
     * @return array{open_alerts: int, alerts: list<array<mixed>>, reason: string|null, last_look_at: string|null}
     *     alerts: the most severe, as the API has them; reason: one of the constants, or of one server `failing`,
     *     `never_scanned`, `outside_policy`, `paused`, `waiting_for_capacity` or `terminated`
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
     * @return array{reason: string|null, last_look_at: string|null}
     */
    private static function look(Client $client, ServiceOrder $order): array
    {
        if (self::isOneServer($order)) {
            $look = $client->get("/endpoints/{$order->endpointId()}/detail", self::customer($order))['look'];
            $reason = $look['state'] === 'looked_at' ? null : $look['state'];
            return ['reason' => $reason, 'last_look_at' => $look['at']];
        }
        $overview = $client->get('/monitoring/overview', self::customer($order))['data'];
        return ['reason' => self::reasonOf($overview[self::part($order)]), 'last_look_at' => $overview['last_look_at']];
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
