<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * What processes of a billing system remember together for some minutes, in files that nobody else reads. Where no file
 * can be written nothing is remembered, and everything works.
 */
final class Cache
{
    /** Files that were not written for so long are removed. */
    private const KEPT_SECONDS = 86400;

    /** One of so many writes looks for such files. */
    private const WRITES_PER_SWEEP = 100;

    /** @var string|null */
    private $directory;

    /** @var callable(): int */
    private $now;

    /**
     * @param string               $directory made where it is missing; one of somebody else's is not used
     * @param (callable(): int)|null $now     null: the machine's time
     */
    public function __construct(string $directory, ?callable $now = null)
    {
        $this->directory = self::usable($directory) ? $directory : null;
        $this->now = $now ?? 'time';
    }

    /**
     * @return mixed null: it is not known, or not any more
     */
    public function get(string $name)
    {
        return $this->change($name, static function ($known) {
            return [$known, null];
        });
    }

    /**
     * @param mixed $value what JSON can have
     */
    public function set(string $name, $value, int $seconds): void
    {
        $this->change($name, function () use ($value, $seconds): array {
            return [null, ['until' => ($this->now)() + $seconds, 'value' => $value]];
        });
    }

    /** Counts; false: it was done so often already within so many seconds of the first time. */
    public function takes(string $name, int $most, int $seconds): bool
    {
        return $this->change("count $name", function ($count, int $until) use ($most, $seconds): array {
            $isNew = $count === null;
            $after = ['until' => $isNew ? ($this->now)() + $seconds : $until, 'value' => $isNew ? 1 : $count + 1];
            return $after['value'] > $most ? [false, null] : [true, $after];
        }) ?? true;
    }

    /**
     * @param callable(mixed, int): array{0: mixed, 1: array<string, mixed>|null} $work takes what is known and until
     *     when, and gives the result and what is to be known from now on; null: as before
     *
     * @return mixed null also where nothing can be remembered
     */
    private function change(string $name, callable $work)
    {
        $path = $this->directory . '/' . hash('sha256', $name);
        $file = $this->directory === null ? false : @fopen($path, 'c+');
        if ($file === false || !flock($file, LOCK_EX)) {
            return null;
        }
        try {
            $kept = json_decode((string) stream_get_contents($file), true);
            $isFresh = is_array($kept) && ($kept['until'] ?? 0) > ($this->now)();
            [$result, $after] = $isFresh ? $work($kept['value'], $kept['until']) : $work(null, 0);
            if ($after !== null) {
                ftruncate($file, 0);
                rewind($file);
                fwrite($file, (string) json_encode($after));
                $this->sweep();
            }
            return $result;
        } finally {
            fclose($file);
        }
    }

    private function sweep(): void
    {
        if (mt_rand(1, self::WRITES_PER_SWEEP) > 1) {
            return;
        }
        foreach ((array) glob($this->directory . '/*') as $path) {
            if (time() - (int) @filemtime($path) > self::KEPT_SECONDS) {
                @unlink($path);
            }
        }
    }

    private static function usable(string $directory): bool
    {
        if (!is_dir($directory)) {
            @mkdir($directory, 0700, true);
        }
        $isOwn = !function_exists('posix_geteuid') || @fileowner($directory) === posix_geteuid();
        return is_dir($directory) && !is_link($directory) && is_writable($directory) && $isOwn;
    }
}
