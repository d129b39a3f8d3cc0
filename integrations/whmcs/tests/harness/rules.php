<?php

/**
 * Prints a line for each rule that is kept, and ends with 1 at the first that is broken.
 */

declare(strict_types=1);

function rule(string $name, callable $check): void
{
    $check();
    echo "$name\n";
}

/**
 * @param mixed $expected
 * @param mixed $actual
 */
function same($expected, $actual, string $about = ''): void
{
    if ($expected !== $actual) {
        $shown = static function ($value): string {
            return json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PARTIAL_OUTPUT_ON_ERROR);
        };
        throw new LogicException("$about: expected {$shown($expected)}, got {$shown($actual)}");
    }
}

function matches(string $pattern, string $actual): void
{
    if (preg_match($pattern, $actual) !== 1) {
        throw new LogicException("expected $pattern, got $actual");
    }
}

set_exception_handler(static function (Throwable $broken): void {
    fwrite(STDERR, "broken: {$broken->getMessage()}\n{$broken->getTraceAsString()}\n");
    exit(1);
});
