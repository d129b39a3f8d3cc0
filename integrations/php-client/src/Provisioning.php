<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * The life of a service, as billing systems have it. Every action can be repeated: it makes sure of a state, whatever
 * the state was before. Servers are addressed by their service's number, because the server at an address belongs to
 * the service that ordered it last.
 */
final class Provisioning
{
    /** Of a plan, so many servers are scanned at once. */
    private const SCANS = 20;

    private const ABSENT = ['BILLING_CLIENT_NOT_FOUND', 'SUBSCRIPTION_NOT_FOUND'];

    /** @var Client */
    private $client;

    public function __construct(Client $client)
    {
        $this->client = $client;
    }

    /**
     * The service is there and active, with the terms of the order. A server that moved to another address is monitored
     * there, and no more at its old one. An address that is never scanned is refused: nobody pays for nothing.
     *
     * @return string|null the id of a server, to be kept for the other actions; null for other products
     *
     * @throws BreakwaterException
     */
    public function create(ServiceOrder $order): ?string
    {
        $this->requireScanned($order);
        return $this->renew($order);
    }

    /**
     * The next term was paid: what create() does, for what is sold already. It comes back also where its address is
     * excluded from scanning meanwhile.
     *
     * @return string|null as create() does
     *
     * @throws ApiException such as DOWNGRADE_USAGE_EXCEEDED
     * @throws BreakwaterException
     */
    public function renew(ServiceOrder $order): ?string
    {
        return $order->isServer() ? $this->createServer($order) : $this->createSubscription($order);
    }

    /**
     * @throws BreakwaterException
     */
    public function suspend(ServiceOrder $order): void
    {
        if (!$order->isServer()) {
            $this->act('suspend-subscription', $order, $this->address($order));
        } elseif (!$this->tell($order, ServiceSync::SUSPENDED)) {
            throw new OrderException('Nothing is monitored for this service: it has to be created first.');
        }
    }

    /**
     * The service is active again. One that was cancelled or lost meanwhile is created again.
     *
     * @return string|null the id of a server that was created; null otherwise
     *
     * @throws BreakwaterException
     */
    public function unsuspend(ServiceOrder $order): ?string
    {
        if ($order->isServer()) {
            // Not by the service's number: of several servers that it had, the one at its address comes back.
            return $this->renew($order);
        }
        try {
            $this->act('resume-subscription', $order, $this->address($order));
            return null;
        } catch (ApiException $refused) {
            if (!in_array($refused->problem(), ['SUBSCRIPTION_NOT_CHANGEABLE', ...self::ABSENT], true)) {
                throw $refused;
            }
            return $this->renew($order);
        }
    }

    /**
     * What create() does, after ending servers that the service has at addresses that are not its own: of a service
     * that had several, it may be another one that came back.
     *
     * @return string|null as create() does
     *
     * @throws BreakwaterException
     */
    public function recreate(ServiceOrder $order): ?string
    {
        if ($order->isServer()) {
            $this->tell($order, ServiceSync::CANCELLED);
        }
        return $this->renew($order);
    }

    /**
     * The service is ended; one that is nowhere is. One that another customer has there is not, and is named.
     *
     * @throws OrderException in that case
     * @throws BreakwaterException
     */
    public function terminate(ServiceOrder $order): void
    {
        if ($this->end($order)) {
            return;
        }
        $others = (new Ownership($this->client))->others($order->serviceId(), $order->clientId());
        if ($others !== []) {
            throw new OrderException(sprintf(
                'The monitoring service has this service for client #%s, where it goes on: compare both sides, and '
                . 'move it or end it there.',
                implode(', #', $others)
            ));
        }
    }

    /** False: the customer has no such service. */
    private function end(ServiceOrder $order): bool
    {
        if ($order->isServer()) {
            return $this->tell($order, ServiceSync::CANCELLED);
        }
        try {
            $this->act('terminate-subscription', $order, $this->address($order));
            return true;
        } catch (ApiException $refused) {
            if (!in_array($refused->problem(), self::ABSENT, true)) {
                throw $refused;
            }
            return false;
        }
    }

    /**
     * Asks whether a change of plan or quantity would be accepted; changes nothing.
     *
     * @throws ApiException such as DOWNGRADE_USAGE_EXCEEDED
     * @throws BreakwaterException
     */
    public function checkChange(ServiceOrder $order): void
    {
        if (!$order->isServer()) {
            $this->act('change-subscription', $order, $this->newTerms($order) + ['dry_run' => true]);
        }
    }

    /**
     * The service has plan, quantity, price and, if it is a server, the address of the order. What is in use is never
     * taken away: a plan or quantity that is too small is refused.
     *
     * @param bool $isSuspended it is, and stays so
     *
     * @return string|null the id of a server
     *
     * @throws ApiException such as DOWNGRADE_USAGE_EXCEEDED
     * @throws BreakwaterException
     */
    public function change(ServiceOrder $order, bool $isSuspended = false): ?string
    {
        if ($order->isServer()) {
            $this->requireScanned($order);
            return $this->changeServer($order, $isSuspended);
        }
        if ($isSuspended) {
            $this->act('provision-subscription', $order, $this->subscription($order));
            return null;
        }
        $this->checkChange($order);
        $this->act('change-subscription', $order, $this->newTerms($order) + $order->only('mrr'));
        return null;
    }

    private function requireScanned(ServiceOrder $order): void
    {
        if (!$order->isServer()) {
            return;
        }
        $tried = $this->act('provision', $order, $this->server($order) + ['dry_run' => true]);
        if ($tried['not_scanned'] !== null && $tried['endpoint_id'] !== $order->endpointId()) {
            throw new OrderException($tried['not_scanned'] . ' Enter the public address of the server.');
        }
    }

    /**
     * Scans the server of the service, or the first servers of the customer's plan.
     *
     * @throws ApiException such as RATE_LIMITED, where none can be scanned now: each has a pause between scans by hand
     * @throws BreakwaterException
     */
    public function scan(ServiceOrder $order): void
    {
        $refused = null;
        $begun = 0;
        foreach ($this->serversToScan($order) as $serverId) {
            try {
                $this->act('scan-endpoint', $order, $order->only('client_id') + ['endpoint_id' => $serverId]);
                $begun += 1;
            } catch (ApiException $each) {
                $refused = $each;
            }
        }
        if ($begun === 0 && $refused !== null) {
            throw $refused;
        }
    }

    /**
     * @return list<string>
     */
    private function serversToScan(ServiceOrder $order): array
    {
        if ($order->isServer()) {
            if ($order->endpointId() === null) {
                throw new OrderException('The server of this service is not known: make it anew first.');
            }
            return [$order->endpointId()];
        }
        $query = ['billing_customer_id' => $order->clientId(), 'status' => 'active', 'per_page' => self::SCANS];
        $servers = $this->client->get('/endpoints', $query)['data'];
        if ($servers === []) {
            throw new OrderException('The customer has no active server to scan; domains are looked up by themselves.');
        }
        return array_column($servers, 'id');
    }

    private function createServer(ServiceOrder $order): string
    {
        $server = $this->move($order, $this->provision($order));
        if ($server['status'] !== 'active') {
            // It was paused, and provisioning leaves it so.
            $this->act('resume', $order, ['endpoint_id' => $server['endpoint_id']]);
        }
        if (isset($server['note'])) {
            $this->tellTerms($order);
        }
        return $server['endpoint_id'];
    }

    private function changeServer(ServiceOrder $order, bool $isSuspended): string
    {
        $server = $this->move($order, $this->provision($order));
        $this->tellTerms($order);
        if ($isSuspended && $server['status'] === 'active') {
            $this->suspend($order);
        }
        return $server['endpoint_id'];
    }

    /** Of a server. Provisioning one that was there, which its note says, leaves them as they were. */
    private function tellTerms(ServiceOrder $order): void
    {
        $terms = $order->only('plan_slug', 'mrr');
        if ($terms !== []) {
            $path = '/customers/' . $order->clientId() . '/services/' . $order->serviceId();
            $this->client->put($path, $terms, IdempotencyKey::forAttempt('change', $order->serviceId()));
        }
    }

    /**
     * @return array{endpoint_id: string, status: string, note?: string}
     */
    private function provision(ServiceOrder $order): array
    {
        return $this->act('provision', $order, $this->server($order));
    }

    /**
     * @return array<string, mixed>
     */
    private function server(ServiceOrder $order): array
    {
        return $order->only(
            'client_id',
            'service_id',
            'product_slug',
            'client_name',
            'client_email',
            'ip_address',
            'hostname',
            'plan_slug',
            'mrr'
        );
    }

    /**
     * Ends the server that the service had at another address. It is not ended by its id, because another service may
     * have taken it over: all servers of the service are ended, and the new one comes back.
     *
     * @param array{endpoint_id: string, status: string} $server
     *
     * @return array{endpoint_id: string, status: string, note?: string}
     */
    private function move(ServiceOrder $order, array $server): array
    {
        if ($order->endpointId() === null || $order->endpointId() === $server['endpoint_id']) {
            return $server;
        }
        $this->tell($order, ServiceSync::CANCELLED);
        return $this->provision($order);
    }

    private function createSubscription(ServiceOrder $order): ?string
    {
        $subscription = $this->act('provision-subscription', $order, $this->subscription($order));
        if ($subscription['status'] !== 'active') {
            $this->act('resume-subscription', $order, $this->address($order));
        }
        return null;
    }

    /**
     * @return bool false: the service is not known
     */
    private function tell(ServiceOrder $order, string $status): bool
    {
        $service = $this->address($order) + ['status' => $status];
        $fields = ['services' => [$service]];
        return $this->act('sync-services', $order, $fields)['unknown_services'] === [];
    }

    /**
     * @param array<string, mixed> $fields
     *
     * @return array<mixed>
     */
    private function act(string $action, ServiceOrder $order, array $fields): array
    {
        $key = IdempotencyKey::forAttempt($action, $order->serviceId());
        return $this->client->post('/billing/' . $action, $fields, $key)['data'];
    }

    /**
     * @return array<string, mixed>
     */
    private function address(ServiceOrder $order): array
    {
        return $order->only('client_id', 'service_id', 'product_slug');
    }

    /**
     * @return array<string, mixed>
     */
    private function subscription(ServiceOrder $order): array
    {
        return $this->address($order) + $this->terms($order) + $order->only('mrr', 'client_name', 'client_email');
    }

    /**
     * @return array<string, mixed>
     */
    private function newTerms(ServiceOrder $order): array
    {
        $terms = [];
        foreach ($this->terms($order) as $name => $value) {
            $terms['new_' . $name] = $value;
        }
        return $this->address($order) + $terms;
    }

    /**
     * @return array{plan_slug: string}|array{quantity: int}
     */
    private function terms(ServiceOrder $order): array
    {
        $isPlan = $order->product() === ServiceOrder::SERVER_PLAN;
        $terms = $order->only($isPlan ? 'plan_slug' : 'quantity');
        if ($terms === []) {
            throw new OrderException(
                $isPlan
                    ? 'The product has no plan: choose one in the settings of the product.'
                    : 'The product has no number of domains: set it in the settings of the product.'
            );
        }
        return $terms;
    }
}
