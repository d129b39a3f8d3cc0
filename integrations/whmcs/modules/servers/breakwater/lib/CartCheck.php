<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\AddressCheck;
use Breakwater\ServiceOrder;

/**
 * Refuses what cannot be monitored before it is paid for: addresses in the cart.
 */
final class CartCheck
{
    /**
     * @param array<string, mixed> $request what a customer entered of a product in the cart
     *
     * @return list<string> what the customer is told; none: go on
     */
    public static function ofProduct(array $request, int $clientId): array
    {
        $products = self::cart();
        $place = $request['i'] ?? null;
        if (!is_scalar($place) || !isset($products[$place])) {
            return [];
        }
        $entered = is_array($request['customfield'] ?? null) ? $request['customfield'] : [];
        return self::mistakes([['customfields' => $entered] + $products[$place]], $clientId);
    }

    /**
     * @return list<string>
     */
    public static function ofCart(int $clientId): array
    {
        return self::mistakes(self::cart(), $clientId);
    }

    /**
     * @return array<int|string, array<string, mixed>> products by their places
     */
    private static function cart(): array
    {
        $products = $_SESSION['cart']['products'] ?? [];
        return is_array($products) ? array_filter($products, 'is_array') : [];
    }

    /**
     * @param array<int|string, array<string, mixed>> $products
     *
     * @return list<string>
     */
    private static function mistakes(array $products, int $clientId): array
    {
        $ours = Records::products();
        $texts = Texts::of([]);
        $seen = [];
        $mistakes = [];
        foreach ($products as $product) {
            $sold = $ours[(int) ($product['pid'] ?? 0)] ?? null;
            if (($sold->{'configoption' . Options::PRODUCT} ?? '') !== ServiceOrder::SERVER) {
                continue;
            }
            $address = self::addressOf($product, $sold);
            if ($address === null) {
                continue;
            }
            $packed = AddressCheck::packed($address);
            $isTaken = isset($seen[$packed]) || Records::otherAt($address, $clientId, 0) !== null;
            $mistake = $isTaken && $packed !== '' ? 'address_taken' : self::mistakeIn($address);
            $seen[$packed] = true;
            $mistakes[] = $mistake === null ? null : sprintf($texts[$mistake], $address);
        }
        return array_values(array_unique(array_filter($mistakes)));
    }

    /**
     * @param array<string, mixed> $product
     *
     * @return string|null null: the order form does not ask for it, so that staff enter it
     */
    private static function addressOf(array $product, object $sold): ?string
    {
        $field = Records::customFieldId((int) $product['pid'], Options::addressField($sold));
        $entered = $field === null ? null : ($product['customfields'][$field] ?? '');
        if ($entered === null || !is_scalar($entered)) {
            return null;
        }
        $domain = trim((string) ($product['domain'] ?? ''));
        $isAddress = filter_var($domain, FILTER_VALIDATE_IP) !== false;
        return trim((string) $entered) === '' && $isAddress ? $domain : trim((string) $entered);
    }

    /** The key of the text that says what is wrong with an address; null: nothing. */
    private static function mistakeIn(string $address): ?string
    {
        $servers = Records::servers();
        if ($servers === []) {
            return null;
        }
        // Whichever server it will be: all of them lead to the service that has the rules for addresses.
        $mistake = AddressCheck::mistake(Server::ofRecord($servers[0])->connection('CartCheck'), $address);
        $texts = [AddressCheck::NO_ADDRESS => 'address_wrong', AddressCheck::NOT_SCANNED => 'address_not_scanned'];
        return $texts[$mistake] ?? null;
    }
}
