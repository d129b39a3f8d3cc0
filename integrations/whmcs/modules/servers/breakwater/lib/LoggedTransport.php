<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\Answer;
use Breakwater\ConnectionException;
use Breakwater\Transport;

/**
 * Writes every request and its answer to the module log. Headers are left out of it, and with them the API key.
 */
final class LoggedTransport implements Transport
{
    /** Fields of answers and requests that are secret, or nobody's business but the customer's. */
    private const HIDDEN = ['token', 'redirect_url', 'secret', 'client_email', 'email'];

    private Transport $transport;
    private string $action;

    /** @var list<string> */
    private array $secrets;

    /**
     * @param list<string> $secrets
     */
    public function __construct(Transport $transport, string $action, array $secrets)
    {
        $this->transport = $transport;
        $this->action = $action;
        $this->secrets = $secrets;
    }

    public function send(string $method, string $url, array $headers, ?string $body): Answer
    {
        $request = trim("$method $url\n" . self::shown($body ?? ''));
        try {
            $answer = $this->transport->send($method, $url, $headers, $body);
        } catch (ConnectionException $lost) {
            ModuleLog::write($this->action, $request, $lost->getMessage(), $this->secrets);
            throw $lost;
        }
        $id = $answer->header('x-request-id');
        $response = $answer->status() . ($id === null ? '' : " request ID $id") . "\n";
        $response .= self::shown((string) json_encode($answer->body()));
        ModuleLog::write($this->action, $request, $response, $this->secrets);
        return $answer;
    }

    private static function shown(string $json): string
    {
        $names = implode('|', self::HIDDEN);
        $json = (string) preg_replace('~"(' . $names . ')":"(?:[^"\\\\]|\\\\.)*"~', '"$1":"********"', $json);
        // Also where something is named by one, such as a recipient that did not move.
        return (string) preg_replace('~[^"\\s\\\\@]+@[^"\\s\\\\@]+~', '********', $json);
    }
}
