<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

/**
 * What customers read, in the language that they use WHMCS in.
 */
final class Texts
{
    private const FALLBACK = 'en';

    /** @var array<string, string>|null */
    private static ?array $codes = null;

    /**
     * The languages that there is a file of, as the API calls them, by the names that WHMCS has for them.
     *
     * @return array<string, string>
     */
    public static function codes(): array
    {
        if (self::$codes === null) {
            self::$codes = [];
            foreach (preg_grep('~^[a-z]{2,3}(-\w+)*\.php$~', scandir(__DIR__ . '/../lang')) as $file) {
                $code = basename($file, '.php');
                self::$codes += array_fill_keys(explode(' ', self::texts($code)['whmcs_names']), $code);
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
        return self::in(is_string($language) ? strtolower($language) : '');
    }

    /**
     * @return array<string, string>
     */
    private static function in(string $language): array
    {
        // From a list of names, so that no name leads to another file.
        $code = self::codes()[$language] ?? self::FALLBACK;
        return self::texts($code) + self::texts(self::FALLBACK);
    }

    /**
     * @return array<string, string>
     */
    private static function texts(string $code): array
    {
        return require __DIR__ . "/../lang/$code.php";
    }
}
