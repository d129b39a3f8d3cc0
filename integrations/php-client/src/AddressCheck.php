<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Whether an address can be sold, asked before it is paid for.
 */
final class AddressCheck
{
    /** It is no single IPv4 or IPv6 address, or none that a server can have. */
    public const NO_ADDRESS = 'no_address';

    /** It is accepted, and never scanned. */
    public const NOT_SCANNED = 'not_scanned';

    /** Of customer and service, who need not be there yet: nothing is changed. */
    private const NOBODY = 2147483647;

    /**
     * @param mixed $address what a customer entered
     *
     * @return string|null null: it can be sold, or cannot be asked about now and is asked about again when the order is
     *     carried out
     */
    public static function mistake(Connection $connection, $address): ?string
    {
        if (!is_string($address) || filter_var(trim($address), FILTER_VALIDATE_IP) === false) {
            return self::NO_ADDRESS;
        }
        $tried = [
            'client_id' => self::NOBODY,
            'service_id' => self::NOBODY,
            'product_slug' => ServiceOrder::SERVER,
            'ip_address' => trim($address),
            'dry_run' => true,
        ];
        try {
            $answer = $connection->forPages()->post('/billing/provision', $tried)['data'];
            return $answer['not_scanned'] === null ? null : self::NOT_SCANNED;
        } catch (ApiException $refused) {
            return isset($refused->fields()['ip_address']) ? self::NO_ADDRESS : null;
        } catch (BreakwaterException $failed) {
            return null;
        }
    }

    /** An address in the one spelling that can be compared: IPv6 has many, and IPv4 can be written as IPv6. */
    public static function packed(string $address): string
    {
        $address = trim($address);
        $packed = filter_var($address, FILTER_VALIDATE_IP) === false ? $address : (string) inet_pton($address);
        $mapped = str_repeat("\0", 10) . "\xff\xff";
        return strlen($packed) === 16 && strncmp($packed, $mapped, 12) === 0 ? substr($packed, 12) : $packed;
    }
}
