<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * What differs between the services of a billing system and those of the monitoring service. Both are gone through side
 * by side, in the order of their numbers, so that no more than one number of each is in memory.
 */
final class Comparison
{
    /** @var callable(int, int): bool */
    private $hasSold;

    /** @var array<int, true> customers who were compared */
    private $customers = [];

    /**
     * @param callable(int, int): bool $hasSold whether the billing system once sold a service to a client, by their
     *     numbers: what it sold, it may end
     */
    private function __construct(callable $hasSold)
    {
        $this->hasSold = $hasSold;
    }

    /**
     * @param iterable<array{order: ServiceOrder, status: string|null}> $ours   each number once, ascending; status: as
     *     {@see ServiceSync} has it, null while it is only ordered
     * @param iterable<array<string, mixed>>                            $theirs as GET /services lists them
     * @param callable(int, int): bool                                  $hasSold takes a service and a client
     *
     * @return \Generator<int, Difference> in the order of services
     */
    public static function of(iterable $ours, iterable $theirs, callable $hasSold): \Generator
    {
        $comparison = new self($hasSold);
        $there = self::byNumber($theirs);
        foreach ($ours as $service) {
            $number = $service['order']->serviceId();
            for (; $there->valid() && $there->key() < $number; $there->next()) {
                yield from $comparison->leftOver($there->current());
            }
            $same = [];
            if ($there->valid() && $there->key() === $number) {
                $same = $there->current();
                $there->next();
            }
            yield from $comparison->service($service['order'], $service['status'], $same);
        }
        for (; $there->valid(); $there->next()) {
            yield from $comparison->leftOver($there->current());
        }
    }

    /**
     * @param iterable<array<string, mixed>> $services
     *
     * @return \Generator<int, list<array<string, mixed>>> those of one number together
     */
    private static function byNumber(iterable $services): \Generator
    {
        $same = [];
        foreach ($services as $service) {
            if ($same !== [] && $same[0]['service_id'] !== $service['service_id']) {
                yield $same[0]['service_id'] => $same;
                $same = [];
            }
            $same[] = $service;
        }
        if ($same !== []) {
            yield $same[0]['service_id'] => $same;
        }
    }

    /**
     * @param list<array<string, mixed>> $same what is there under the same number
     *
     * @return \Generator<int, Difference>
     */
    private function service(ServiceOrder $order, ?string $status, array $same): \Generator
    {
        $own = null;
        $others = [];
        foreach ($same as $each) {
            if ($each['billing_customer_id'] === $order->clientId()) {
                $own = $each;
            } elseif (self::isAlive($each)) {
                $others[] = $each;
            }
        }
        $parts = $own === null ? [] : self::parts($own);
        $part = $parts[$order->product()] ?? null;
        $isThere = $part !== null && $part['status'] !== ServiceSync::CANCELLED;
        $isLive = $status === ServiceSync::ACTIVE || $status === ServiceSync::SUSPENDED;
        if ($isLive && !$isThere) {
            $owner = self::takeOwner($others, $order->product());
            yield $owner === null
                ? $this->absent($order, (string) $status, $part)
                : $this->movedAway($order, $owner);
        } elseif ($isThere) {
            yield from self::state($order, $status, $part['status']);
            if ($isLive) {
                yield from self::terms($order, $part);
            }
        }
        unset($parts[$order->product()]);
        foreach (array_filter($parts, [self::class, 'isLive']) as $product => $left) {
            // It was another product; its number and client are ours.
            yield new Difference(
                Difference::LEFT_OVER,
                $order->serviceId(),
                $order->clientId(),
                $product,
                '',
                $left['status'],
                $status !== null
            );
        }
        yield from $this->leftOver($others);
        if ($own !== null) {
            yield from $this->customer($order, $own);
        }
    }

    /**
     * @param list<array<string, mixed>> $services
     *
     * @return \Generator<int, Difference>
     */
    private function leftOver(array $services): \Generator
    {
        foreach ($services as $service) {
            $clientId = $service['billing_customer_id'];
            foreach (self::live($service) as $product => $part) {
                $isSafe = ($this->hasSold)($service['service_id'], $clientId);
                yield new Difference(
                    Difference::LEFT_OVER,
                    $service['service_id'],
                    $clientId,
                    $product,
                    '',
                    $part['status'],
                    $isSafe
                );
            }
        }
    }

    /**
     * @param array<string, mixed>|null $part what there once was
     */
    private function absent(ServiceOrder $order, string $status, ?array $part): Difference
    {
        $isEnded = $part !== null;
        return new Difference(
            $isEnded ? Difference::STATE : Difference::MISSING,
            $order->serviceId(),
            $order->clientId(),
            $order->product(),
            $status,
            $isEnded ? $part['status'] : ''
        );
    }

    /**
     * @param array<string, mixed> $owner
     */
    private function movedAway(ServiceOrder $order, array $owner): Difference
    {
        return new Difference(
            Difference::OWNER,
            $order->serviceId(),
            $order->clientId(),
            $order->product(),
            (string) $order->clientId(),
            (string) $owner['billing_customer_id'],
            ($this->hasSold)($order->serviceId(), $owner['billing_customer_id'])
        );
    }

    /**
     * Who has it instead, taken out of the others; null: nobody, or more than one.
     *
     * @param list<array<string, mixed>> $others
     *
     * @return array<string, mixed>|null
     */
    private static function takeOwner(array &$others, string $product): ?array
    {
        $owners = array_keys(array_filter($others, static function (array $other) use ($product): bool {
            return isset(self::live($other)[$product]);
        }));
        if (count($owners) !== 1) {
            return null;
        }
        $owner = $others[$owners[0]];
        unset($others[$owners[0]]);
        $others = array_values($others);
        return $owner;
    }

    /**
     * @return \Generator<int, Difference>
     */
    private static function state(ServiceOrder $order, ?string $here, string $there): \Generator
    {
        if ($here !== $there) {
            // What is only ordered may be about to be made: that is asked.
            yield self::term(Difference::STATE, $order, $here ?? 'only ordered', $there, $here !== null);
        }
    }

    /**
     * @param array<string, mixed> $part
     *
     * @return \Generator<int, Difference>
     */
    private static function terms(ServiceOrder $order, array $part): \Generator
    {
        $terms = $order->only('plan_slug', 'quantity', 'mrr', 'ip_address');
        $isPlan = $order->product() === ServiceOrder::SERVER_PLAN;
        $plan = (string) ($terms['plan_slug'] ?? '');
        if (($isPlan || ($order->isServer() && $plan !== '')) && $plan !== $part['plan_slug']) {
            yield self::term(Difference::PLAN, $order, $plan, $part['plan_slug']);
        }
        $quantity = $terms['quantity'] ?? 1;
        if ($order->product() === ServiceOrder::DOMAIN_SLOTS && $quantity !== $part['quantity']) {
            yield self::term(Difference::QUANTITY, $order, (string) $quantity, (string) $part['quantity']);
        }
        // What has no price that can be told leaves the last one.
        if (isset($terms['mrr']) && abs($terms['mrr'] - (float) $part['mrr']) >= 0.005) {
            $told = $part['mrr'] === null ? '' : self::amount((float) $part['mrr']);
            yield self::term(Difference::PRICE, $order, self::amount($terms['mrr']), $told);
        }
        if ($order->isServer()) {
            $address = (string) ($terms['ip_address'] ?? '');
            if (array_map([AddressCheck::class, 'packed'], $part['addresses']) !== [AddressCheck::packed($address)]) {
                yield self::term(Difference::ADDRESS, $order, $address, implode(', ', $part['addresses']));
            }
        }
    }

    /**
     * Once for each customer.
     *
     * @param array<string, mixed> $own
     *
     * @return \Generator<int, Difference>
     */
    private function customer(ServiceOrder $order, array $own): \Generator
    {
        if (isset($this->customers[$order->clientId()])) {
            return;
        }
        $this->customers[$order->clientId()] = true;
        $here = $order->only('client_name', 'client_email');
        foreach (['client_name' => Difference::NAME, 'client_email' => Difference::EMAIL] as $field => $kind) {
            $there = (string) $own[$kind === Difference::NAME ? 'name' : 'email'];
            if (isset($here[$field]) && $here[$field] !== $there) {
                yield self::term($kind, $order, $here[$field], $there);
            }
        }
    }

    /**
     * Whether a service pays for anything that is not ended.
     *
     * @param array<string, mixed> $service as GET /services lists it
     */
    public static function isAlive(array $service): bool
    {
        return self::live($service) !== [];
    }

    /**
     * What a service pays for that is not ended.
     *
     * @param array<string, mixed> $service
     *
     * @return array<string, array<string, mixed>> by product
     */
    private static function live(array $service): array
    {
        return array_filter(self::parts($service), [self::class, 'isLive']);
    }

    /**
     * @param array<string, mixed> $part
     */
    private static function isLive(array $part): bool
    {
        return $part['status'] !== ServiceSync::CANCELLED;
    }

    /**
     * What a service pays for. Its servers are what it sells only where no plan is: a plan's are the customer's own.
     *
     * @param array<string, mixed> $service as GET /services lists it
     *
     * @return array<string, array{
     *     status: string, plan_slug: string, quantity: int, mrr: float|null, addresses: list<string>
     * }> by product
     */
    private static function parts(array $service): array
    {
        $parts = [];
        foreach ($service['subscriptions'] as $each) {
            $parts[$each['product_slug']] = self::part($each['status'], $each);
        }
        $sellsServer = $service['product_slug'] === ServiceOrder::SERVER
            || ($service['product_slug'] === null && $parts === []);
        if ($sellsServer && $service['servers'] !== []) {
            // What waits for room in a plan is active, as far as billing goes.
            $isActive = array_filter($service['servers'], static function (array $server): bool {
                return $server['status'] === 'active' || $server['quota_paused'];
            }) !== [];
            $status = $isActive ? ServiceSync::ACTIVE : ServiceSync::SUSPENDED;
            $parts[ServiceOrder::SERVER] = self::part($status, $service + ['quantity' => 1]);
        }
        return $parts;
    }

    /**
     * @param array<string, mixed> $terms
     *
     * @return array{status: string, plan_slug: string, quantity: int, mrr: float|null, addresses: list<string>}
     */
    private static function part(string $status, array $terms): array
    {
        return [
            'status' => $status,
            'plan_slug' => (string) $terms['plan_slug'],
            'quantity' => $terms['quantity'],
            'mrr' => $terms['mrr'],
            'addresses' => array_column($terms['servers'] ?? [], 'ip_address'),
        ];
    }

    private static function term(
        string $kind,
        ServiceOrder $order,
        string $here,
        string $there,
        bool $isSafe = true
    ): Difference {
        return new Difference(
            $kind,
            $order->serviceId(),
            $order->clientId(),
            $order->product(),
            $here,
            $there,
            $isSafe
        );
    }

    private static function amount(float $amount): string
    {
        return number_format($amount, 2, '.', '');
    }
}
