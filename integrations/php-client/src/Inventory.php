<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * What the monitoring service has of an account, read list by list when first asked for: whether an order is there
 * with the terms that it has in the billing system.
 */
final class Inventory
{
    /** @var Client */
    private $client;

    /** @var array<string, array{terms: string, mrr: float}>|null by customer, product and service */
    private $subscriptions;

    /** @var array<string, string>|null packed addresses of servers by id */
    private $addresses;

    /** @var array<string, string|null>|null plans of services that carry a server, by customer and service */
    private $plans;

    /** @var array<int, array{client_name: string|null, client_email: string|null}>|null */
    private $customers;

    /**
     * @param Client $client one for jobs: it reads everything
     */
    public function __construct(Client $client)
    {
        $this->client = $client;
    }

    /**
     * Whether plan, quantity, price or address are otherwise than ordered. What is not there at all differs in nothing:
     * telling it says so. The price of a single server stands in no list, and is told when it is renewed or changed.
     *
     * @throws BreakwaterException
     */
    public function differs(ServiceOrder $order): bool
    {
        return $order->isServer() ? $this->serverDiffers($order) : $this->subscriptionDiffers($order);
    }

    /**
     * @param array{client_name?: string, client_email?: string} $fields what can be told of a customer
     *
     * @throws BreakwaterException
     */
    public function customerDiffers(int $clientId, array $fields): bool
    {
        $known = $this->customers()[$clientId] ?? null;
        return $known !== null && array_intersect_key($known, $fields) != $fields;
    }

    private function subscriptionDiffers(ServiceOrder $order): bool
    {
        $key = self::key($order->clientId(), $order->product(), $order->serviceId());
        $known = $this->subscriptions()[$key] ?? null;
        if ($known === null) {
            return false;
        }
        $fields = $order->only('plan_slug', 'quantity', 'mrr');
        $isPlan = $order->product() === ServiceOrder::SERVER_PLAN;
        $terms = (string) ($isPlan ? $fields['plan_slug'] ?? '' : $fields['quantity'] ?? 1);
        $mrr = $fields['mrr'] ?? null;
        // What has no price that can be told leaves the last one.
        return $terms !== $known['terms'] || ($mrr !== null && abs($mrr - $known['mrr']) >= 0.005);
    }

    private function serverDiffers(ServiceOrder $order): bool
    {
        $fields = $order->only('ip_address', 'plan_slug');
        $address = $this->addresses()[$order->endpointId() ?? ''] ?? null;
        if ($address !== null && AddressCheck::packed($fields['ip_address'] ?? '') !== $address) {
            return true;
        }
        $plans = $this->plans();
        $service = self::key($order->clientId(), ServiceOrder::SERVER, $order->serviceId());
        return isset($fields['plan_slug']) && array_key_exists($service, $plans)
            && $plans[$service] !== $fields['plan_slug'];
    }

    /**
     * @return array<string, array{terms: string, mrr: float}>
     */
    private function subscriptions(): array
    {
        if ($this->subscriptions === null) {
            $this->subscriptions = [];
            foreach ($this->client->each('/subscriptions', 'subscriptions', ['per_page' => 100]) as $each) {
                $key = self::key($each['billing_customer_id'], $each['product_slug'], $each['service_id']);
                $this->subscriptions[$key] = [
                    'terms' => (string) ($each['plan_slug'] ?? $each['quantity']),
                    'mrr' => (float) $each['mrr'],
                ];
            }
        }
        return $this->subscriptions;
    }

    /**
     * @return array<string, string>
     */
    private function addresses(): array
    {
        if ($this->addresses === null) {
            $this->addresses = [];
            foreach ($this->client->each('/endpoints', 'endpoints', ['limit' => 100]) as $each) {
                $this->addresses[$each['id']] = AddressCheck::packed($each['ip_address']);
            }
        }
        return $this->addresses;
    }

    /**
     * @return array<string, string|null>
     */
    private function plans(): array
    {
        if ($this->plans === null) {
            $this->plans = [];
            $now = time();
            foreach ($this->client->usage(gmdate('Y-m-d', $now), gmdate('Y-m-d', $now + 86400)) as $each) {
                if ($each['service_id'] !== null && $each['unit'] === 'endpoint') {
                    $service = self::key($each['client_id'], ServiceOrder::SERVER, $each['service_id']);
                    $this->plans[$service] = $each['plan_slug'];
                }
            }
        }
        return $this->plans;
    }

    /**
     * @return array<int, array{client_name: string|null, client_email: string|null}>
     */
    private function customers(): array
    {
        if ($this->customers === null) {
            $this->customers = [];
            foreach ($this->client->each('/customers', 'customers', ['limit' => 1000]) as $each) {
                $fields = ['client_name' => $each['name'], 'client_email' => $each['email']];
                $this->customers[$each['billing_customer_id']] = $fields;
            }
        }
        return $this->customers;
    }

    private static function key(int $clientId, string $product, int $serviceId): string
    {
        return "$clientId/$product/$serviceId";
    }
}
