<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Whose a service is at the monitoring service: what moves from one customer to another takes its history along.
 */
final class Ownership
{
    private const ABSENT = ['CUSTOMER_NOT_FOUND', 'BILLING_CLIENT_NOT_FOUND'];

    /** @var Client */
    private $client;

    public function __construct(Client $client)
    {
        $this->client = $client;
    }

    /**
     * A service belongs to another customer from now on, with all that it monitors; one that the first customer does
     * not have stays as it is.
     *
     * @param array{client_name?: string, client_email?: string} $who of the other customer, who may be new there
     *
     * @return list<string> what both had, such as one address, so that it could not move
     *
     * @throws BreakwaterException
     */
    public function transfer(int $serviceId, int $from, int $to, array $who = []): array
    {
        return $this->move("/customers/$from/services/$serviceId/transfer", ['to' => $to] + $who);
    }

    /**
     * All that a customer has belongs to another one from now on; one who has nothing there stays so.
     *
     * @param array{client_name?: string, client_email?: string} $who of the other customer, who may be new there
     *
     * @return list<string> as transfer() does
     *
     * @throws BreakwaterException
     */
    public function merge(int $from, int $into, array $who = []): array
    {
        return $this->move("/customers/$from/merge", ['into' => $into] + $who);
    }

    /**
     * Ends what a service pays for, whatever its customer is called here; what is not there is ended.
     *
     * @param string $products of {@see ServiceOrder::PRODUCTS}
     *
     * @throws BreakwaterException
     */
    public function end(int $serviceId, int $clientId, string ...$products): void
    {
        $this->client->syncServices(array_map(static function (string $product) use ($serviceId, $clientId): array {
            return [
                'service_id' => $serviceId,
                'client_id' => $clientId,
                'product_slug' => $product,
                'status' => ServiceSync::CANCELLED,
            ];
        }, $products));
    }

    /**
     * Other customers whose the service is.
     *
     * @return list<int>
     *
     * @throws BreakwaterException
     */
    public function others(int $serviceId, int $clientId): array
    {
        $others = [];
        foreach ($this->client->each('/services', 'services', ['service_id' => $serviceId]) as $service) {
            if ($service['billing_customer_id'] !== $clientId && Comparison::isAlive($service)) {
                $others[] = $service['billing_customer_id'];
            }
        }
        return $others;
    }

    /**
     * @param array<string, int|string> $fields
     *
     * @return list<string>
     */
    private function move(string $path, array $fields): array
    {
        try {
            $moved = $this->client->post($path, $fields)['data'];
        } catch (ApiException $refused) {
            if (!in_array($refused->problem(), self::ABSENT, true)) {
                throw $refused;
            }
            return [];
        }
        return array_map(static function (array $kept): string {
            return "{$kept['name']}: {$kept['note']}";
        }, $moved['not_moved']);
    }
}
