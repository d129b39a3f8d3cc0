<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

/**
 * The module log of WHMCS, which is written while staff have switched it on.
 */
final class ModuleLog
{
    /**
     * @param list<string> $secrets what must not be in it: left out here already, since not every version looks for it
     *     in all parts of an entry
     */
    public static function write(string $action, string $request, string $response, array $secrets): void
    {
        if (!function_exists('logModuleCall')) {
            return;
        }
        // An empty mask would be found everywhere.
        $secrets = array_values(array_filter($secrets, static function (string $secret): bool {
            return $secret !== '';
        }));
        $request = str_replace($secrets, '********', $request);
        $response = str_replace($secrets, '********', $response);
        logModuleCall(Module::NAME, $action, $request, $response, '', $secrets);
    }
}
