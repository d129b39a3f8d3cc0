<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * No answer came: whether the call was executed is not known. The provisioning calls can be repeated.
 */
final class ConnectionException extends BreakwaterException
{
}
