<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\AddressCheck;
use Breakwater\ApiException;
use Breakwater\ServiceOrder;
use Breakwater\ServiceSync;

/**
 * What becomes of clients and services outside of the module's functions.
 */
final class ClientChanges
{
    /** Of what does not move along, so many are named. */
    private const NAMED = 50;

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

    /** The services of one client belong to another one: they are ended there, and created here. */
    public static function merged(int $from, int $to): void
    {
        $rows = Records::servicesOfClient($to);
        self::nameWhatStays($rows, $from, $to);
        foreach ($rows as $row) {
            self::end((int) $row->id, $from, [(int) $row->server]);
            if (Records::status((string) $row->domainstatus) === ServiceSync::ACTIVE) {
                $answer = localAPI('ModuleCustom', ['serviceid' => (int) $row->id, 'func_name' => 'resync']);
                if (($answer['result'] ?? '') !== 'success') {
                    $reason = $answer['message'] ?? $answer['error'] ?? 'WHMCS gives no reason.';
                    Module::note("service #{$row->id} could not be moved to client #$to: $reason", $to);
                }
            }
        }
    }

    /**
     * What a client added in the portal does not move along, since no call moves it: staff are told what it is.
     *
     * @param list<object> $rows of tblhosting: what moves
     */
    private static function nameWhatStays(array $rows, int $from, int $to): void
    {
        $serverIds = array_unique(array_map('intval', array_column($rows, 'server')));
        $sold = Records::property(Service::PROPERTY_ADDRESS, array_map('intval', array_column($rows, 'id')));
        $moving = array_map([AddressCheck::class, 'packed'], $sold);
        $work = static function (Server $server) use ($from, $to, $moving): void {
            $client = $server->connection('AfterClientMerge')->forStaff();
            try {
                $servers = $client->get("/customers/$from/servers", ['limit' => self::NAMED])['data'];
                $domains = $client->get("/customers/$from")['data']['domains'];
            } catch (ApiException $refused) {
                if ($refused->problem() === 'CUSTOMER_NOT_FOUND') {
                    return;
                }
                throw $refused;
            }
            $added = array_filter($servers['servers'], static function (array $server) use ($moving): bool {
                return !in_array(AddressCheck::packed($server['ip_address']), $moving, true);
            });
            $stays = array_merge(
                array_column($added, 'ip_address'),
                array_column(array_slice($domains, 0, self::NAMED), 'domain')
            );
            if ($stays !== []) {
                Module::note(sprintf(
                    'client #%d became #%d. What was added in the portal does not move along: add there again what is '
                    . 'still wanted of %s%s.',
                    $from,
                    $to,
                    implode(', ', $stays),
                    $servers['has_more'] || count($domains) > self::NAMED ? ' and more' : ''
                ), $to);
            }
        };
        self::onServers('AfterClientMerge', $serverIds, $from, $work);
    }

    /** A service that is deleted is ended, whatever it was. */
    public static function deleted(int $serviceId, int $clientId): void
    {
        $serverIds = array_map(static function (object $row): int {
            return (int) $row->id;
        }, Records::servers());
        self::end($serviceId, $clientId, $serverIds);
    }

    /**
     * @param list<int> $serverIds
     */
    private static function end(int $serviceId, int $clientId, array $serverIds): void
    {
        $services = array_map(static function (string $product) use ($serviceId, $clientId): array {
            return [
                'service_id' => $serviceId,
                'client_id' => $clientId,
                'product_slug' => $product,
                'status' => ServiceSync::CANCELLED,
            ];
        }, ServiceOrder::PRODUCTS);
        if ($serviceId < 1 || $clientId < 1) {
            return;
        }
        self::onServers('ServiceEnd', $serverIds, $clientId, static function (Server $server) use ($services): void {
            $server->connection('ServiceEnd')->forOrders()->syncServices($services, Module::VERSION);
        });
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
                $work(Server::ofRecord($row));
            });
            if ($failure !== null) {
                Module::note(sprintf('%s of client #%d failed: %s', $action, $clientId, $failure), $clientId);
            }
        }
    }
}
