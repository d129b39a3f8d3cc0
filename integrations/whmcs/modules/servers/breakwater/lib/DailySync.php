<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\AddressCheck;
use Breakwater\Client;
use Breakwater\Inventory;
use Breakwater\ServiceOrder;
use Breakwater\ServiceSync;

/**
 * Makes the monitoring service have every service as WHMCS has it: states in batches of 500, then one by one what is
 * missing there or has other terms.
 */
final class DailySync
{
    /** Of what was repaired one by one, so many are named in the report. */
    private const NAMED = 50;

    private Client $client;
    private Inventory $inventory;
    private int $serverId;

    /** @var array<int, object> */
    private array $products;

    /**
     * @param array<int, object> $products of tblproducts
     */
    private function __construct(Server $server, int $serverId, array $products)
    {
        $this->client = $server->connection('DailySync')->forJobs();
        $this->inventory = new Inventory($this->client);
        $this->serverId = $serverId;
        $this->products = $products;
    }

    /** Runs over all servers of the module; one that fails keeps no other from its turn. */
    public static function run(): void
    {
        $products = Records::products();
        foreach (Records::servers() as $row) {
            $sync = static function () use ($row, $products): void {
                (new self(Server::ofRecord($row), (int) $row->id, $products))->sync();
            };
            $failure = Module::failure('DailySync', ['serveraccesshash' => $row->accesshash ?? ''], $sync);
            if ($failure !== null) {
                Module::note(sprintf('the daily sync of server #%d failed: %s', $row->id, $failure));
            }
        }
    }

    private function sync(): void
    {
        if ($this->products === []) {
            return;
        }
        $report = (new ServiceSync($this->client, Module::VERSION))->run($this->services());
        if ($report->told() === 0) {
            // Of a server without services nothing else says that its key is wrong.
            $this->client->account();
        }
        $sentences = $report->sentences(Module::NAMES);
        $repairs = array_fill_keys(array_column($report->missing(), 'service_id'), 'resync');
        if ($report->failure() === null) {
            $repairs += array_fill_keys($this->withOtherTerms(), 'resync');
            $repairs = array_fill_keys($this->atOtherAddresses($report->customers()), 'recreate') + $repairs;
        }
        $named = 0;
        foreach ($repairs as $serviceId => $function) {
            $result = $this->repair($serviceId, $function);
            $named += 1;
            if ($named <= self::NAMED) {
                $sentences[] = "Service #$serviceId: $result";
            }
        }
        if ($named > self::NAMED) {
            $sentences[] = sprintf('And %d more services.', $named - self::NAMED);
        }
        $isQuiet = $report->isClean() && $repairs === [];
        Module::note(sprintf(
            'daily sync of server #%d: %s',
            $this->serverId,
            $isQuiet ? sprintf('%d services, no drift.', $report->told()) : implode(' ', $sentences)
        ));
    }

    /**
     * @return \Generator<array{service_id: int, client_id: int, product_slug: string, status: string}>
     */
    private function services(): \Generator
    {
        foreach (Records::services($this->serverId, $this->products) as $row) {
            $status = Records::status((string) $row->domainstatus);
            $product = $this->soldAs($row);
            if ($status !== null && in_array($product, ServiceOrder::PRODUCTS, true)) {
                yield [
                    'service_id' => (int) $row->id,
                    'client_id' => (int) $row->userid,
                    'product_slug' => $product,
                    'status' => $status,
                ];
            }
        }
    }

    /**
     * Services with another plan, number of domains, price or address than WHMCS has.
     *
     * @return list<int>
     */
    private function withOtherTerms(): array
    {
        $stale = [];
        $page = [];
        foreach (Records::services($this->serverId, $this->products) as $row) {
            $status = Records::status((string) $row->domainstatus);
            if ($status !== ServiceSync::ACTIVE && $status !== ServiceSync::SUSPENDED) {
                continue;
            }
            $page[(int) $row->id] = $row;
            if (count($page) === ServiceSync::BATCH) {
                $stale = array_merge($stale, $this->staleOf($page));
                $page = [];
            }
        }
        return array_merge($stale, $this->staleOf($page));
    }

    /**
     * @param array<int, object> $rows of tblhosting, by id
     *
     * @return list<int>
     */
    private function staleOf(array $rows): array
    {
        $ids = array_keys($rows);
        $options = Records::configurableOptions($ids);
        $createdAs = Records::property(Service::PROPERTY_PRODUCT, $ids);
        $before = [
            'address' => Records::property(Service::PROPERTY_ADDRESS, $ids),
            'plan' => Records::property(Service::PROPERTY_PLAN, $ids),
            'price' => Records::property(Service::PROPERTY_PRICE, $ids),
        ];
        $rates = Records::currencyRates(array_values(array_unique(array_column($rows, 'userid'))));
        $addresses = [];
        foreach (array_unique(array_map([$this, 'addressFieldOf'], $rows)) as $field) {
            $addresses[$field] = Records::property($field, $ids);
        }
        $stale = [];
        foreach ($rows as $id => $row) {
            $field = $this->addressFieldOf($row);
            $fields = [$field => $addresses[$field][$id] ?? ''];
            $service = $this->serviceOf($row, $options[$id] ?? [], $fields, $rates);
            $product = $service->product();
            $isServer = $product === ServiceOrder::SERVER;
            if (!in_array($product, ServiceOrder::PRODUCTS, true) || $service->clientId() < 1) {
                continue;
            }
            $isSame = $isServer
                ? ($before['address'][$id] ?? '') === $service->address()
                    && ($before['plan'][$id] ?? '') === (string) $service->plan()
                    && self::isSamePrice($service, $before['price'][$id] ?? '')
                : !$this->inventory->differs($service->order());
            if (!$isSame || ($createdAs[$id] ?? $product) !== $product) {
                $stale[] = $id;
            }
        }
        return $stale;
    }

    /** Of a single server, whose price stands in no list of the monitoring service. */
    private static function isSamePrice(Service $service, string $told): bool
    {
        $amount = $service->monthlyAmount();
        // What has no price that can be told leaves the last one; services of earlier versions do not say theirs.
        return $amount === null || $told === '' || abs($amount - (float) $told) < 0.005;
    }

    /**
     * The service as a function of the module is given it, as far as its terms go.
     *
     * @param array<string, string> $options
     * @param array<string, string> $fields
     * @param array<int, float>     $rates
     */
    private function serviceOf(object $row, array $options, array $fields, array $rates): Service
    {
        $product = $this->products[(int) $row->packageid];
        $params = ['serviceid' => (int) $row->id, 'userid' => (int) $row->userid, 'domain' => $row->domain ?? ''];
        foreach ([Options::PRODUCT, Options::PLAN, Options::DOMAINS, Options::ADDRESS_FIELD] as $place) {
            $params['configoption' . $place] = $product->{'configoption' . $place} ?? '';
        }
        return new Service($params + ['configoptions' => $options, 'customfields' => $fields], $row, $rates);
    }

    /** The custom field that has the address of a service. */
    private function addressFieldOf(object $row): string
    {
        return Options::addressField($this->products[(int) $row->packageid]);
    }

    /**
     * Servers that should be monitored and are not, of customers of whom something was corrected: of a service that had
     * several addresses, the synchronisation brings the newest back.
     *
     * @param list<int> $clientIds
     *
     * @return list<int> ids of services
     */
    private function atOtherAddresses(array $clientIds): array
    {
        $astray = [];
        foreach ($clientIds as $clientId) {
            $rows = [];
            foreach (Records::servicesOfClient($clientId) as $row) {
                $isActive = Records::status((string) $row->domainstatus) === ServiceSync::ACTIVE;
                $isHere = (int) $row->server === $this->serverId;
                if ($isActive && $isHere && $this->soldAs($row) === ServiceOrder::SERVER) {
                    $rows[] = (int) $row->id;
                }
            }
            $active = $rows === [] ? [] : $this->activeAddresses($clientId);
            foreach (Records::property(Service::PROPERTY_ADDRESS, $rows) as $id => $address) {
                if (!in_array(AddressCheck::packed($address), $active, true)) {
                    $astray[] = $id;
                }
            }
        }
        return $astray;
    }

    /**
     * @return list<string>
     */
    private function activeAddresses(int $clientId): array
    {
        $query = ['billing_customer_id' => $clientId, 'status' => 'active', 'per_page' => 100];
        $addresses = [];
        do {
            $page = $this->client->get('/endpoints', $query);
            foreach ($page['data'] as $server) {
                $addresses[] = AddressCheck::packed($server['ip_address']);
            }
            $query['cursor'] = $page['meta']['next_cursor'] ?? null;
        } while ($query['cursor'] !== null);
        return $addresses;
    }

    /** What came of repairing a service: through WHMCS, which has what a function of the module needs. */
    private function repair(int $serviceId, string $function): string
    {
        $answer = localAPI('ModuleCustom', ['serviceid' => $serviceId, 'func_name' => $function]);
        return ($answer['result'] ?? '') === 'success'
            ? 'was missing or had other terms, and is repaired.'
            : 'could not be repaired: ' . ($answer['message'] ?? $answer['error'] ?? 'WHMCS gives no reason.');
    }

    private function soldAs(object $row): string
    {
        return (string) ($this->products[(int) $row->packageid]->{'configoption' . Options::PRODUCT} ?? '');
    }
}
