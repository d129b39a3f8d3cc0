<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * A request that does not come from Breakwater, or comes too late. Answer it with 400.
 */
final class WebhookException extends BreakwaterException
{
}
