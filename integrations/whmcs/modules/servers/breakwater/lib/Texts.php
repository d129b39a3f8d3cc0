<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

/**
 * What customers read, in the language that they use WHMCS in.
 */
final class Texts
{
    private const FALLBACK = 'english';
    private const LANGUAGES = [
        'english' => 'english',
        'german' => 'german',
        'french' => 'french',
        'spanish' => 'spanish',
        'portuguese-pt' => 'portuguese',
        'portuguese-br' => 'portuguese',
    ];

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
        $file = self::LANGUAGES[$language] ?? self::FALLBACK;
        return (require __DIR__ . "/../lang/$file.php") + require __DIR__ . '/../lang/' . self::FALLBACK . '.php';
    }
}
