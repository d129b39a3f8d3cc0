<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Whatever a call can end with but its answer. Its message is fit for staff: it never has the API key in it.
 */
class BreakwaterException extends \RuntimeException
{
}
