<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\ApiException;
use Breakwater\Ownership;
use Breakwater\ServiceOrder;

/**
 * What becomes of clients and services outside of the module's functions.
 */
final class ClientChanges
{
    /**
     * Tells the new name, e-mail address and language of a client that has services of the module.
     *
     * @param array<string, mixed> $client as the hook gives it
     */
    public static function edited(array $client): void
    {
        $clientId = (int) ($client['userid'] ?? 0);
        $fields = Records::nameAndEmail($client);
        $language = Records::language((string) ($client['language'] ?? ''));
        $fields += $language === null ? [] : ['language' => $language];
        $before = is_array($client['olddata'] ?? null) ? $client['olddata'] : [];
        $isOld = $before !== [] && Records::nameAndEmail($before) === Records::nameAndEmail($client)
            && Records::language((string) ($before['language'] ?? '')) === $language;
        if ($clientId < 1 || $fields === [] || $isOld) {
            return;
        }
        $serverIds = array_unique(array_map(static function (object $row): int {
            return (int) $row->server;
        }, Records::servicesOfClient($clientId)));
        self::onServers('ClientEdit', $serverIds, $clientId, static function (Server $server) use ($clientId, $fields) {
            try {
                $server->connection('ClientEdit')->forStaff()->put("/customers/$clientId", $fields);
            } catch (ApiException $refused) {
                // Nothing was ordered there yet: the order will tell.
                if ($refused->problem() !== 'CUSTOMER_NOT_FOUND') {
                    throw $refused;
                }
            }
        });
    }

    /** All that one client has belongs to another one, what was added in the portal included. */
    public static function merged(int $from, int $to): void
    {
        if ($from < 1 || $to < 1 || $from === $to) {
            return;
        }
        $serverIds = array_map('intval', array_column(Records::servers(), 'id'));
        $who = Records::nameAndEmail(Records::clients([$to])[$to] ?? []);
        $merge = static function (Server $server, int $serverId) use ($from, $to, $who): void {
            $ownership = new Ownership($server->connection('AfterClientMerge')->forOrders());
            $kept = $ownership->merge($from, $to, $who);
            SoldServices::giveAll($from, $to, $serverId);
            SoldServices::noteKept($kept, $to);
        };
        self::onServers('AfterClientMerge', $serverIds, $to, $merge);
    }

    /** A service that is deleted is ended, whatever it was; what cannot be told now is ended by the daily sync. */
    public static function deleted(int $serviceId, int $clientId): void
    {
        if ($serviceId < 1 || $clientId < 1) {
            return;
        }
        $serverIds = array_map('intval', array_column(Records::servers(), 'id'));
        $end = static function (Server $server, int $serverId) use ($serviceId, $clientId): void {
            $ownership = new Ownership($server->connection('ServiceDelete')->forOrders());
            $ownership->end($serviceId, $clientId, ...ServiceOrder::PRODUCTS);
            SoldServices::forget($serviceId, $clientId, [$serverId]);
        };
        self::onServers('ServiceDelete', $serverIds, $clientId, $end);
    }

    /**
     * @param list<int> $serverIds
     */
    private static function onServers(string $action, array $serverIds, int $clientId, callable $work): void
    {
        foreach (Records::servers() as $row) {
            if (!in_array((int) $row->id, $serverIds, true)) {
                continue;
            }
            $params = ['serveraccesshash' => $row->accesshash ?? ''];
            $failure = Module::failure($action, $params, static function () use ($row, $work): void {
                $work(Server::ofRecord($row), (int) $row->id);
            });
            if ($failure !== null) {
                Module::note(sprintf('%s of client #%d failed: %s', $action, $clientId, $failure), $clientId);
            }
        }
    }
}
