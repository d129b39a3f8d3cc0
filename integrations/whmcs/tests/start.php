<?php

/**
 * The billing system with the module in it, and a client of Breakwater to look with.
 */

declare(strict_types=1);

require __DIR__ . '/harness/whmcs.php';
require __DIR__ . '/harness/rules.php';

/** What the environment says. */
function setting(string $name): string
{
    $value = getenv($name);
    if ($value === false) {
        throw new LogicException("$name is not set.");
    }
    return $value;
}

Whmcs::start(setting('MODULE_ROOT'));

function breakwater(): Breakwater\Client
{
    return new Breakwater\Client(setting('BREAKWATER_URL'), setting('BREAKWATER_API_KEY'));
}

/**
 * A customer as Breakwater has it.
 *
 * @return array<mixed>
 */
function customer(int $clientId): array
{
    return breakwater()->get("/customers/$clientId")['data'];
}

/** `status plan-or-quantity` of a subscription at Breakwater; `none` where there is none. */
function subscription(int $clientId, int $serviceId): string
{
    foreach (customer($clientId)['subscriptions'] as $each) {
        if ($each['service_id'] === $serviceId) {
            return $each['status'] . ' ' . ($each['plan_slug'] ?? $each['quantity']);
        }
    }
    return 'none';
}

/** The status of a server at Breakwater; `none` where it is not monitored. */
function server(int $clientId, string $address): string
{
    $query = ['billing_customer_id' => $clientId, 'search' => $address, 'per_page' => 100];
    foreach (breakwater()->get('/endpoints', $query)['data'] as $each) {
        if ($each['ip_address'] === $address) {
            return $each['status'];
        }
    }
    return 'none';
}

/** Tells Breakwater a state behind the back of WHMCS. */
function byHand(int $clientId, int $serviceId, string $product, string $status): void
{
    breakwater()->syncServices([[
        'service_id' => $serviceId,
        'client_id' => $clientId,
        'product_slug' => $product,
        'status' => $status,
    ]]);
}

/** What the last daily cron job said. */
function cron(): string
{
    Whmcs::fire('DailyCronJob');
    return (string) end(Whmcs::$activity);
}

/** No log, table or text has the key in it, or what signs a customer in; and the module's log has no e-mail address. */
function nothingSecret(string ...$texts): void
{
    $key = setting('BREAKWATER_API_KEY');
    $written = Whmcs::everythingWritten() . implode("\n", $texts);
    foreach ([$key, base64_encode($key), rawurlencode($key), substr($key, 4, 20), 'sso?token='] as $secret) {
        same(false, strpos($written, $secret), 'a secret was written down');
    }
    $log = array_map(static function (array $entry): array {
        return array_slice($entry, 0, 5);
    }, Whmcs::$moduleLog);
    same(false, strpos(json_encode($log), '@example.org'), 'an e-mail address was logged');
}
