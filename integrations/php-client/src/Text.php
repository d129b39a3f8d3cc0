<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Text of billing systems, as the API takes it.
 */
final class Text
{
    /** What names, host names and the like may be long. */
    private const LONGEST = 255;

    /**
     * One line that is short enough for a name: without entities, which billing systems keep text with, without control
     * characters and what turns the direction of writing. Text that is no UTF-8 is none.
     */
    public static function line(string $text): string
    {
        $text = html_entity_decode($text, ENT_QUOTES, 'UTF-8');
        $line = trim((string) preg_replace('~[\x00-\x20\x7f]+|\xc2[\x80-\x9f]|\p{Cf}|\x{2028}|\x{2029}~u', ' ', $text));
        preg_match('~^.{0,' . self::LONGEST . '}~us', $line, $start);
        return trim($start[0] ?? '');
    }
}
