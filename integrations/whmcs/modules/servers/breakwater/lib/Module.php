<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\BreakwaterException;
use Breakwater\Explanation;

/**
 * What the module is called, and how its functions end: nothing is ever thrown at WHMCS.
 */
final class Module
{
    /** The folder, and what its functions begin with. */
    public const NAME = 'breakwater';

    /** What staff see. */
    public const DISPLAY_NAME = 'Breakwater';

    /** What WHMCS calls what sentences for staff name. */
    public const NAMES = [
        '{create}' => 'use Create',
        '{address}' => 'the host name of the server',
    ];

    /** Of the zip; the source has none. */
    public const VERSION = 'source';

    /** Whether WHMCS has loaded hooks.php: it looks for one when a product of the module is saved. */
    public static bool $hasHooks = false;

    /**
     * @throws \InvalidArgumentException where products are sold and no hook is run, so that nothing is compared or told
     */
    public static function requireHooks(): void
    {
        if (!self::$hasHooks && Records::products() !== []) {
            throw new \InvalidArgumentException('The connection works, but WHMCS does not run the hooks of the module: '
                . 'nothing is compared daily, and changes of clients are not told. Save the Module Settings of one of '
                . 'its products once more.');
        }
    }

    /**
     * @param array<string, mixed> $params as WHMCS gives them
     *
     * @return string|null null: it is done; else a sentence for staff that says why not
     */
    public static function failure(string $action, array $params, callable $work): ?string
    {
        try {
            $work();
            return null;
        } catch (BreakwaterException $failed) {
            return Explanation::of($failed, self::NAMES);
        } catch (\InvalidArgumentException $wrong) {
            return $wrong->getMessage();
        } catch (\Throwable $unexpected) {
            // Its message may have anything in it, so it is told to nobody.
            $place = basename($unexpected->getFile()) . ':' . $unexpected->getLine();
            $what = get_class($unexpected) . ' at ' . $place;
            ModuleLog::write($action, 'Module ' . self::VERSION, $what, Server::secretsOf($params));
            return "The module failed unexpectedly ($what). It is safe to try again; if it goes on, report this.";
        }
    }

    /** A line in the activity log, which staff see. */
    public static function note(string $text, int $clientId = 0): void
    {
        if (function_exists('logActivity')) {
            logActivity(self::DISPLAY_NAME . ': ' . $text, $clientId);
        }
    }
}
