<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\Client;
use Breakwater\Ownership;
use WHMCS\Database\Capsule;

/**
 * Which services were ever sold to whom over which server record, in a table of its own: what WHMCS deleted, moved or
 * gave to another module is known by it, and may be ended at the monitoring service.
 */
final class SoldServices
{
    private const TABLE = 'mod_' . Module::NAME . '_services';

    /** Of what could not move, so many are named. */
    private const NAMED = 20;

    private static bool $isThere = false;

    /**
     * @param array<int, int> $clients by the numbers of their services
     */
    public static function record(array $clients, int $serverId): void
    {
        if (!self::exist() || $clients === []) {
            return;
        }
        $known = [];
        $rows = Capsule::table(self::TABLE)
            ->where('server_id', $serverId)
            ->whereIn('service_id', array_keys($clients))
            ->get();
        foreach ($rows as $row) {
            $known["$row->service_id/$row->client_id"] = true;
        }
        foreach ($clients as $serviceId => $clientId) {
            if (!isset($known["$serviceId/$clientId"])) {
                Capsule::table(self::TABLE)->insert([
                    'service_id' => $serviceId,
                    'client_id' => $clientId,
                    'server_id' => $serverId,
                ]);
            }
        }
    }

    /**
     * @param list<int> $serverIds
     */
    public static function has(int $serviceId, int $clientId, array $serverIds): bool
    {
        return self::exist() && self::of($serviceId, $clientId, $serverIds)->first() !== null;
    }

    /**
     * @param list<int> $serverIds
     */
    public static function forget(int $serviceId, int $clientId, array $serverIds): void
    {
        if (self::exist()) {
            self::of($serviceId, $clientId, $serverIds)->delete();
        }
    }

    /** What was sold to one client was sold to another one. */
    public static function giveAll(int $from, int $to, int $serverId): void
    {
        if (!self::exist()) {
            return;
        }
        $moved = [];
        $rows = Capsule::table(self::TABLE)->where('client_id', $from)->where('server_id', $serverId);
        foreach ($rows->get() as $row) {
            $moved[(int) $row->service_id] = $to;
        }
        self::record($moved, $serverId);
        $rows->delete();
    }

    /**
     * A service that staff moved to another client moves at the monitoring service, too, before anything else is done
     * with it.
     */
    public static function settleOwner(Service $service, Client $client, int $serverId): void
    {
        if (!self::exist() || $service->clientId() < 1) {
            return;
        }
        $rows = Capsule::table(self::TABLE)->where('service_id', $service->id())->where('server_id', $serverId)->get();
        foreach ($rows as $row) {
            $from = (int) $row->client_id;
            if ($from !== $service->clientId()) {
                $who = array_diff_key($service->customer(), ['client_id' => 0]);
                $kept = (new Ownership($client))->transfer($service->id(), $from, $service->clientId(), $who);
                self::noteKept($kept, $service->clientId());
                self::forget($service->id(), $from, [$serverId]);
                self::record([$service->id() => $service->clientId()], $serverId);
            }
        }
    }

    /**
     * Of what both clients had one record is kept, and staff are told which.
     *
     * @param list<string> $kept
     */
    public static function noteKept(array $kept, int $clientId): void
    {
        if ($kept !== []) {
            $named = implode(' ', array_slice($kept, 0, self::NAMED));
            Module::note("client #$clientId got what another one had, but for what both had. $named", $clientId);
        }
    }

    /**
     * @param list<int> $serverIds
     *
     * @return object a query
     */
    private static function of(int $serviceId, int $clientId, array $serverIds): object
    {
        return Capsule::table(self::TABLE)
            ->where('service_id', $serviceId)
            ->where('client_id', $clientId)
            ->whereIn('server_id', $serverIds);
    }

    private static function exist(): bool
    {
        if (!class_exists(Capsule::class)) {
            return false;
        }
        if (!self::$isThere && !Capsule::schema()->hasTable(self::TABLE)) {
            Capsule::schema()->create(self::TABLE, static function (object $table): void {
                foreach (['service_id', 'client_id', 'server_id'] as $column) {
                    $table->unsignedInteger($column);
                }
                $table->primary(['service_id', 'client_id', 'server_id']);
            });
        }
        self::$isThere = true;
        return true;
    }
}
