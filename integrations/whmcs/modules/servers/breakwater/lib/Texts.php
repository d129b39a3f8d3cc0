<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\Texts as Catalogue;

/**
 * What customers read, in the language that they use WHMCS in.
 */
final class Texts
{
    /** @var array<string, string>|null */
    private static ?array $codes = null;

    /**
     * The languages that there are, as the API calls them, by the names that WHMCS has for them.
     *
     * @return array<string, string>
     */
    public static function codes(): array
    {
        if (self::$codes === null) {
            self::$codes = [];
            foreach (Catalogue::languages() as $code) {
                self::$codes += array_fill_keys(explode(' ', Catalogue::in($code)['whmcs_names']), $code);
            }
        }
        return self::$codes;
    }

    /**
     * @param array<string, mixed> $params
     *
     * @return array<string, string> by key
     */
    public static function of(array $params): array
    {
        $chosen = $_SESSION['Language'] ?? '';
        $language = is_string($chosen) && $chosen !== '' ? $chosen : ($params['clientsdetails']['language'] ?? '');
        return Catalogue::in(self::codes()[is_string($language) ? strtolower($language) : ''] ?? '');
    }
}
