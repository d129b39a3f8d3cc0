<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\BillingSide;
use Breakwater\OrderException;
use Breakwater\Reconciliation;
use Breakwater\ServiceOrder;

/**
 * An account at the monitoring service, with the server records that lead to it: several portal domains can be one
 * account's, whose services are compared together.
 */
final class Account implements BillingSide
{
    private Server $server;

    /** @var list<int> */
    private array $serverIds;

    /** @var array<int, object> */
    private array $products;

    /** @var list<int> services whose product does not say what it sells */
    private array $unsold = [];

    /**
     * @param list<int>          $serverIds
     * @param array<int, object> $products  of tblproducts
     */
    private function __construct(Server $server, array $serverIds, array $products)
    {
        $this->server = $server;
        $this->serverIds = $serverIds;
        $this->products = $products;
    }

    /**
     * Those that the server records of the module lead to.
     *
     * @param callable(int, string): void $failed takes a server whose account cannot be reached, and the reason
     *
     * @return list<self>
     */
    public static function all(callable $failed): array
    {
        $products = Records::products();
        $accounts = [];
        foreach ($products === [] ? [] : Records::servers() as $row) {
            $find = static function () use ($row, $products, &$accounts): void {
                $server = Server::ofRecord($row);
                $account = $server->connection('Account')->forJobs()->account();
                $name = $account['partner']['id'] . ' ' . (int) $server->isSandbox();
                $known = isset($accounts[$name]) ? $accounts[$name]->serverIds : [];
                $serverIds = array_merge($known, [(int) $row->id]);
                $accounts[$name] = new self($accounts[$name]->server ?? $server, $serverIds, $products);
            };
            $failure = Module::failure('Account', ['serveraccesshash' => $row->accesshash ?? ''], $find);
            if ($failure !== null) {
                $failed((int) $row->id, $failure);
            }
        }
        return array_values($accounts);
    }

    /** As staff know it. */
    public function name(): string
    {
        return (count($this->serverIds) === 1 ? 'server #' : 'servers #') . implode(', #', $this->serverIds);
    }

    public function reconciliation(): Reconciliation
    {
        return new Reconciliation($this->server->connection('DailySync')->forJobs(), $this, Module::NAMES);
    }

    /**
     * Services that were left out of services(), since their product does not say what it sells, or their numbers are
     * none.
     *
     * @return list<int>
     */
    public function unsold(): array
    {
        return $this->unsold;
    }

    public function services(?int $serviceId = null): iterable
    {
        $this->unsold = [];
        $page = [];
        foreach (Records::services($this->serverIds, $this->products, $serviceId) as $row) {
            $page[(int) $row->id] = $row;
            if (count($page) === Records::PAGE) {
                yield from $this->ordersOf($page);
                $page = [];
            }
        }
        yield from $this->ordersOf($page);
    }

    public function hasSold(int $serviceId, int $clientId): bool
    {
        return SoldServices::has($serviceId, $clientId, $this->serverIds);
    }

    /** Through WHMCS, which has what a function of the module needs. */
    public function repair(int $serviceId, bool $isAnew): void
    {
        $function = $isAnew ? 'recreate' : 'resync';
        $answer = localAPI('ModuleCustom', ['serviceid' => $serviceId, 'func_name' => $function]);
        if (($answer['result'] ?? '') !== 'success') {
            throw new OrderException($answer['message'] ?? $answer['error'] ?? 'WHMCS gives no reason.');
        }
    }

    /** What is still sold to the client over these servers stays known. */
    public function forget(int $serviceId, int $clientId): void
    {
        foreach (Records::services($this->serverIds, $this->products, $serviceId) as $row) {
            if ((int) $row->userid === $clientId) {
                return;
            }
        }
        SoldServices::forget($serviceId, $clientId, $this->serverIds);
    }

    /**
     * @param array<int, object> $rows of tblhosting, by id
     *
     * @return \Generator<int, array{order: ServiceOrder, status: string|null}>
     */
    private function ordersOf(array $rows): \Generator
    {
        $ids = array_keys($rows);
        $options = Records::configurableOptions($ids);
        $clients = Records::clients(array_values(array_unique(array_column($rows, 'userid'))));
        $addresses = [];
        foreach (array_unique(array_map([$this, 'addressFieldOf'], $rows)) as $field) {
            $addresses[$field] = Records::property($field, $ids);
        }
        $sold = [];
        foreach ($rows as $id => $row) {
            $field = $this->addressFieldOf($row);
            $params = [
                'serviceid' => $id,
                'userid' => (int) $row->userid,
                'domain' => $row->domain ?? '',
                'clientsdetails' => $clients[(int) $row->userid] ?? [],
                'configoptions' => $options[$id] ?? [],
                'customfields' => [$field => $addresses[$field][$id] ?? ''],
            ];
            $product = $this->products[(int) $row->packageid];
            foreach ([Options::PRODUCT, Options::PLAN, Options::DOMAINS, Options::ADDRESS_FIELD] as $place) {
                $params['configoption' . $place] = $product->{'configoption' . $place} ?? '';
            }
            $service = new Service($params, $row, array_column($clients, 'rate', 'id'));
            try {
                $order = $service->order();
            } catch (OrderException $unsold) {
                $this->unsold[] = $id;
                continue;
            }
            if ($service->status() !== null) {
                $sold[(int) $row->server][$id] = $service->clientId();
            }
            yield ['order' => $order, 'status' => $service->status()];
        }
        foreach ($sold as $serverId => $clientsOfServices) {
            SoldServices::record($clientsOfServices, $serverId);
        }
    }

    /** The custom field that has the address of a service. */
    private function addressFieldOf(object $row): string
    {
        return Options::addressField($this->products[(int) $row->packageid]);
    }
}
