<?php

declare(strict_types=1);

namespace Paymenter\Extensions\Servers\Breakwater;

use App\Models\Service;
use Breakwater\Customer;
use Breakwater\OrderException;
use Breakwater\Price;
use Breakwater\ServiceOrder;

/**
 * What a service of Paymenter orders.
 */
final class Order
{
    /** What a service is known by as soon as its server is monitored: the key of a property. */
    public const SERVER_ID = 'monitored_server';

    /** How many months a unit of billing is. */
    private const MONTHS = ['day' => 12 / 365, 'week' => 84 / 365, 'month' => 1, 'year' => 12];

    /**
     * Config options go before what the product says: they are what upgrades are sold by.
     *
     * @param array<string, mixed> $settings   the product's
     * @param array<string, mixed> $properties what was said at the checkout, config options, and what is kept
     *
     * @throws \RuntimeException with a sentence for staff, where it does not say what it sells
     */
    public static function of(Service $service, array $settings, array $properties): ServiceOrder
    {
        $said = $properties + $settings;
        $product = (string) ($settings['product'] ?? '');
        $isServer = $product === ServiceOrder::SERVER;
        $text = static function (string $name) use ($said): ?string {
            return is_scalar($said[$name] ?? null) ? trim((string) $said[$name]) : null;
        };
        try {
            return new ServiceOrder(self::customer($service) + [
                'client_id' => (int) $service->user_id,
                'service_id' => (int) $service->id,
                'product_slug' => $product,
                'ip_address' => $isServer ? $text('ip_address') : null,
                'hostname' => $isServer ? $text('hostname') : null,
                'plan_slug' => $product === ServiceOrder::DOMAIN_SLOTS ? null : $text('plan'),
                'quantity' => $product === ServiceOrder::DOMAIN_SLOTS
                    ? max(1, (int) $text('domains')) * max(1, (int) $service->quantity)
                    : null,
                'mrr' => self::monthly($service),
                'endpoint_id' => $text(self::SERVER_ID),
            ]);
        } catch (OrderException $unsold) {
            throw new \RuntimeException($unsold->getMessage(), 0, $unsold);
        }
    }

    /**
     * @return array{client_name?: string, client_email?: string}
     */
    private static function customer(Service $service): array
    {
        $user = $service->user;
        $company = $user->properties()->where('key', 'company_name')->first();
        return Customer::fields($company->value ?? '', $user->first_name, $user->last_name, $user->email);
    }

    /** In Paymenter's default currency; null for others, since Paymenter knows no rates, and for what does not recur. */
    private static function monthly(Service $service): ?float
    {
        $plan = $service->plan;
        if ($plan === null || $service->currency_code !== config('settings.default_currency')) {
            return null;
        }
        $months = (int) $plan->billing_period * (self::MONTHS[$plan->billing_unit] ?? 0);
        $amount = (float) $service->price * max(1, (int) $service->quantity);
        return $plan->type === 'recurring' ? Price::monthly($amount, $months) : null;
    }
}
