<?php

declare(strict_types=1);

namespace Paymenter\Extensions\Servers\Breakwater;

use App\Helpers\ExtensionHelper;
use App\Models\Product;
use App\Models\Property;
use App\Models\Service;
use Breakwater\AddressCheck;
use Breakwater\BillingSide;
use Breakwater\ServiceSync;

require_once __DIR__ . '/client/autoload.php';

/**
 * The services that were sold by one account. Whom a service was sold to is kept as a property of it, which outlives
 * the service: what was sold here may be moved and ended, and nothing else.
 */
final class SoldServices implements BillingSide
{
    /** How many services are read at once. */
    private const BATCH = 500;

    private const STATUSES = [
        Service::STATUS_ACTIVE => ServiceSync::ACTIVE,
        Service::STATUS_SUSPENDED => ServiceSync::SUSPENDED,
        Service::STATUS_CANCELLED => ServiceSync::CANCELLED,
    ];

    private int $serverId;
    private Account $account;

    /**
     * @param int $serverId of the server that the account is in Paymenter
     */
    public function __construct(int $serverId, Account $account)
    {
        $this->serverId = $serverId;
        $this->account = $account;
    }

    /**
     * Keeps what was sold to whom, and the id of a server.
     *
     * @param string|null $serverId null: there is none, or it is the same
     */
    public static function remember(Service $service, ?string $serverId): void
    {
        self::keep($service, self::soldTo((int) $service->user_id), 'Sold to', (string) $service->user_id);
        if ($serverId !== null) {
            self::keep($service, Order::SERVER_ID, 'Monitored server', $serverId);
        }
    }

    /**
     * The services of a user that are for an address, in whatever spelling, and not over.
     *
     * @return list<int>
     */
    public static function at(int $userId, string $address): array
    {
        $ids = [];
        $live = [Service::STATUS_ACTIVE, Service::STATUS_SUSPENDED];
        foreach (Service::where('user_id', $userId)->whereIn('status', $live)->get() as $service) {
            $server = $service->product->server;
            $own = (new \ReflectionClass(Breakwater::class))->getShortName();
            $monitored = ExtensionHelper::getServiceProperties($service)['ip_address'] ?? '';
            $isSame = AddressCheck::packed((string) $monitored) === AddressCheck::packed($address);
            if ($isSame && $server !== null && $server->extension === $own) {
                $ids[] = (int) $service->id;
            }
        }
        return $ids;
    }

    /**
     * Who was monitored first keeps the address: Paymenter calls a service active before its job is done, also where
     * two of one cart are for the same address.
     *
     * @param mixed $address
     *
     * @throws \RuntimeException with a sentence for staff: two services would take the server from each other, daily
     */
    public static function requireFreeAddress(Service $service, $address): void
    {
        $others = is_string($address) ? array_diff(self::at((int) $service->user_id, $address), [$service->id]) : [];
        foreach ($others as $other) {
            if (self::property($other, Order::SERVER_ID)->exists()) {
                throw new \RuntimeException(
                    "Service #$other of the same customer monitors $address already: one address is sold once."
                );
            }
        }
    }

    public function services(?int $serviceId = null): iterable
    {
        $products = [];
        foreach (Product::where('server_id', $this->serverId)->get() as $product) {
            $products[] = $product->id;
        }
        $query = Service::whereIn('product_id', $products);
        foreach (($serviceId === null ? $query : $query->where('id', $serviceId))->lazyById(self::BATCH) as $service) {
            try {
                yield ['order' => self::order($service), 'status' => self::STATUSES[$service->status] ?? null];
            } catch (\RuntimeException $unsold) {
                report($unsold);
            }
        }
    }

    public function hasSold(int $serviceId, int $clientId): bool
    {
        return self::property($serviceId, self::soldTo($clientId))->exists();
    }

    public function repair(int $serviceId, bool $isAnew): void
    {
        $service = Service::where('id', $serviceId)->first();
        $status = $service === null ? null : self::STATUSES[$service->status] ?? null;
        if ($status === null) {
            throw new \RuntimeException("There is no service $serviceId that is or was active.");
        }
        if ($status !== ServiceSync::CANCELLED) {
            self::requireFreeAddress($service, ExtensionHelper::getServiceProperties($service)['ip_address'] ?? null);
        }
        self::remember($service, $this->account->restore(self::order($service), $status, $isAnew));
    }

    public function forget(int $serviceId, int $clientId): void
    {
        self::property($serviceId, self::soldTo($clientId))->delete();
    }

    private static function order(Service $service): \Breakwater\ServiceOrder
    {
        return Order::of(
            $service,
            ExtensionHelper::settingsToArray($service->product->settings),
            ExtensionHelper::getServiceProperties($service)
        );
    }

    private static function keep(Service $service, string $key, string $name, string $value): void
    {
        $service->properties()->updateOrCreate(['key' => $key], ['name' => $name, 'value' => $value]);
    }

    /** The query for what is kept of a service. */
    private static function property(int $serviceId, string $key): object
    {
        return Property::where('model_type', (new Service())->getMorphClass())
            ->where('model_id', $serviceId)
            ->where('key', $key);
    }

    private static function soldTo(int $clientId): string
    {
        return "monitored_for_$clientId";
    }
}
