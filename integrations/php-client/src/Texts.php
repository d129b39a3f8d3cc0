<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * What customers read in billing systems, a file of `lang/` for each language.
 */
final class Texts
{
    private const FALLBACK = 'en';

    /**
     * The languages that there are, as the API calls them.
     *
     * @return list<string>
     */
    public static function languages(): array
    {
        return array_map(static function (string $file): string {
            return basename($file, '.php');
        }, array_values(preg_grep('~^[a-z]{2,3}(-\w+)*\.php$~', scandir(__DIR__ . '/../lang'))));
    }

    /**
     * @param string $language one that there is not is English; a locale such as `de_DE` is its language
     *
     * @return array<string, string> by key
     */
    public static function in(string $language): array
    {
        // From a list of names, so that no name leads to another file.
        $known = array_intersect([$language, explode('_', strtr($language, '-', '_'))[0]], self::languages());
        return self::file(reset($known) ?: self::FALLBACK) + self::file(self::FALLBACK);
    }

    /**
     * @return array<string, string>
     */
    private static function file(string $language): array
    {
        return require __DIR__ . "/../lang/$language.php";
    }
}
