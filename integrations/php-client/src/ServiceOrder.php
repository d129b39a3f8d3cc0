<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * A service of the billing system, as it should be at the monitoring service.
 */
final class ServiceOrder
{
    /** One server for each service. */
    public const SERVER = 'endpoint';

    /** A plan, in which the customer monitors as many servers as it has room for. */
    public const SERVER_PLAN = 'port_monitoring';

    /** So many domains. */
    public const DOMAIN_SLOTS = 'domain_monitoring';

    public const PRODUCTS = [self::SERVER, self::SERVER_PLAN, self::DOMAIN_SLOTS];

    /** @var array<string, mixed> */
    private $fields;

    /**
     * Names become one line that is short enough, and a price that the API does not take is not told.
     *
     * @param array{
     *     client_id: int, service_id: int, product_slug: string, client_name?: string|null, client_email?: string|null,
     *     ip_address?: string|null, hostname?: string|null, plan_slug?: string|null, quantity?: int|null,
     *     mrr?: float|null, endpoint_id?: string|null
     * } $fields as in the API document; endpoint_id is what creating a server gave
     *
     * @throws OrderException when it cannot be an order of any service
     */
    public function __construct(array $fields)
    {
        foreach (array_intersect(['client_name', 'client_email', 'hostname'], array_keys($fields)) as $name) {
            $fields[$name] = Text::line((string) $fields[$name]);
        }
        $fields['mrr'] = Price::told((float) ($fields['mrr'] ?? 0));
        $this->fields = array_filter($fields, static function ($value): bool {
            return $value !== null && $value !== '';
        });
        if (($this->fields['client_id'] ?? 0) < 1 || ($this->fields['service_id'] ?? 0) < 1) {
            throw new OrderException('The service has no customer or number yet: save it first.');
        }
        if (!in_array($this->fields['product_slug'] ?? null, self::PRODUCTS, true)) {
            throw new OrderException(
                'The product does not say what it sells: choose it in the settings of the product.'
            );
        }
    }

    public function serviceId(): int
    {
        return $this->fields['service_id'];
    }

    public function clientId(): int
    {
        return $this->fields['client_id'];
    }

    public function product(): string
    {
        return $this->fields['product_slug'];
    }

    /** Null: not known, or no server. */
    public function endpointId(): ?string
    {
        return $this->fields['endpoint_id'] ?? null;
    }

    public function isServer(): bool
    {
        return $this->product() === self::SERVER;
    }

    /**
     * Of the fields that are named those that are known.
     *
     * @return array<string, mixed>
     */
    public function only(string ...$names): array
    {
        return array_intersect_key($this->fields, array_flip($names));
    }
}
