<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\OrderException;
use Breakwater\Price;
use Breakwater\ServiceOrder;
use Breakwater\ServiceSync;

/**
 * A service of WHMCS, read from the parameters of a module's function.
 */
final class Service
{
    /** What the module keeps with a service; WHMCS makes custom fields of it. */
    public const PROPERTY_SERVICE = Module::NAME . '_service';
    public const PROPERTY_PRODUCT = Module::NAME . '_product';
    public const PROPERTY_SERVER = Module::NAME . '_server';
    public const PROPERTY_ADDRESS = Module::NAME . '_address';

    private const MONTHS = [
        'monthly' => 1,
        'quarterly' => 3,
        'semi-annually' => 6,
        'annually' => 12,
        'biennially' => 24,
        'triennially' => 36,
    ];

    /** @var array<string, mixed> */
    private array $params;

    /** Its row of tblhosting; null where it has none, as in a test of the module. */
    private ?object $row;

    /** @var array<int, float|null>|null */
    private ?array $rates;

    /**
     * @param array<string, mixed>   $params
     * @param object|null            $row    of tblhosting, where it has been read already
     * @param array<int, float|null>|null $rates of currencies by client, where they have been read already
     */
    public function __construct(array $params, ?object $row = null, ?array $rates = null)
    {
        $this->params = $params;
        $this->row = $row ?? Records::service($this->id());
        $this->rates = $rates;
    }

    public function id(): int
    {
        return (int) ($this->params['serviceid'] ?? 0);
    }

    public function clientId(): int
    {
        return (int) ($this->params['userid'] ?? $this->params['clientsdetails']['userid'] ?? 0);
    }

    public function product(): string
    {
        return Options::value($this->params, Options::PRODUCT);
    }

    /** What sync-services calls the state that WHMCS has the service in; null: none that would have to be told. */
    public function status(): ?string
    {
        return Records::status((string) ($this->row->domainstatus ?? ''));
    }

    /** Neither only ordered, nor ended. */
    public function isLive(): bool
    {
        return $this->row === null || in_array($this->status(), [ServiceSync::ACTIVE, ServiceSync::SUSPENDED], true);
    }

    /** Whether it is a product addon of a service, whose number it would share. */
    public function isAddon(): bool
    {
        return (int) ($this->params['addonId'] ?? 0) > 0;
    }

    /**
     * @throws OrderException for a product addon
     */
    public function refuseAddon(): void
    {
        if ($this->isAddon()) {
            throw new OrderException('Product addons are not sold: an addon has the number of its service, so that two '
                . 'of them would be one. Sell a product of its own, beside the other one.');
        }
    }

    public function isServer(): bool
    {
        return $this->product() === ServiceOrder::SERVER;
    }

    /** The product that it was last created as; null before that. */
    public function createdAs(): ?string
    {
        return $this->property(self::PROPERTY_PRODUCT);
    }

    /** The id of its server at the monitoring service; null where it is not known. */
    public function serverId(): ?string
    {
        return $this->property(self::PROPERTY_SERVER);
    }

    /** The address that the server is to be monitored at; empty where there is none. */
    public function address(): string
    {
        $address = $this->customField(Options::ADDRESS_FIELD, Options::DEFAULT_ADDRESS_FIELD)
            ?: trim((string) ($this->row->dedicatedip ?? ''));
        $domain = $this->domain();
        return $address === '' && filter_var($domain, FILTER_VALIDATE_IP) !== false ? $domain : $address;
    }

    /**
     * Whose it is.
     *
     * @return array{client_id: int, client_name?: string, client_email?: string}
     */
    public function customer(): array
    {
        return ['client_id' => $this->clientId()] + Records::nameAndEmail($this->params['clientsdetails'] ?? []);
    }

    /**
     * The service as it shall be.
     *
     * @param string|null $product another one than it is now
     *
     * @throws OrderException when it has no product, or no customer, or is an addon
     */
    public function order(?string $product = null): ServiceOrder
    {
        $this->refuseAddon();
        return new ServiceOrder($this->customer() + [
            'service_id' => $this->id(),
            'product_slug' => $product ?? $this->product(),
            'ip_address' => $this->address(),
            'hostname' => $this->hostname(),
            'plan_slug' => $this->plan(),
            'quantity' => $this->domains(),
            'mrr' => $this->monthlyAmount(),
            'endpoint_id' => $this->serverId(),
        ]);
    }

    /** Keeps what it was created as, for the next action. */
    public function remember(?string $serverId): void
    {
        $properties = [
            self::PROPERTY_SERVICE => (string) $this->id(),
            self::PROPERTY_PRODUCT => $this->product(),
        ];
        if ($this->isServer()) {
            $properties[self::PROPERTY_ADDRESS] = $this->address();
        }
        if ($serverId !== null) {
            $properties[self::PROPERTY_SERVER] = $serverId;
        }
        if (isset($this->params['model'])) {
            $this->params['model']->serviceProperties->save($properties);
        }
        SoldServices::record([$this->id() => $this->clientId()], (int) ($this->params['serverid'] ?? 0));
    }

    /** The plan; null: none. */
    public function plan(): ?string
    {
        $plan = Options::configurable($this->params, Options::PLAN_OPTION)
            ?: Options::value($this->params, Options::PLAN);
        return $plan === '' ? null : $plan;
    }

    /** How many domain slots. */
    public function domains(): int
    {
        $number = Options::configurable($this->params, Options::DOMAINS_OPTION)
            ?: Options::value($this->params, Options::DOMAINS);
        return max(1, (int) $number);
    }

    private function hostname(): ?string
    {
        $name = $this->customField(Options::HOSTNAME_FIELD, Options::DEFAULT_HOSTNAME_FIELD) ?: $this->domain();
        return $name === '' ? null : $name;
    }

    private function domain(): string
    {
        return is_scalar($this->params['domain'] ?? null) ? trim((string) $this->params['domain']) : '';
    }

    private function customField(int $option, string $default): string
    {
        $name = Options::value($this->params, $option) ?: $default;
        $value = $this->params['customfields'][$name] ?? '';
        return is_scalar($value) ? trim((string) $value) : '';
    }

    /** What the service brings in a month, in the default currency; null: nothing that can be told. */
    public function monthlyAmount(): ?float
    {
        $months = self::MONTHS[strtolower((string) ($this->row->billingcycle ?? ''))] ?? 0;
        if ($months === 0) {
            return null;
        }
        $rates = $this->rates ?? array_column(Records::clients([$this->clientId()]), 'rate', 'id');
        return Price::monthly((float) $this->row->amount, $months, $rates[$this->clientId()] ?? 1.0);
    }

    private function property(string $name): ?string
    {
        $value = isset($this->params['model']) ? $this->params['model']->serviceProperties->get($name) : '';
        return is_scalar($value) && (string) $value !== '' ? (string) $value : null;
    }
}
