<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Who a customer is, as billing systems have it.
 */
final class Customer
{
    /**
     * What can be told of a customer: a company's name goes before a person's. What is no usable e-mail address is not
     * told.
     *
     * @param mixed $company
     * @param mixed $firstName
     * @param mixed $lastName
     * @param mixed $email
     *
     * @return array{client_name?: string, client_email?: string}
     */
    public static function fields($company, $firstName, $lastName, $email): array
    {
        [$company, $firstName, $lastName, $email] = array_map(static function ($text): string {
            return is_scalar($text) ? Text::line((string) $text) : '';
        }, [$company, $firstName, $lastName, $email]);
        return array_filter([
            'client_name' => $company === '' ? Text::line("$firstName $lastName") : $company,
            'client_email' => filter_var($email, FILTER_VALIDATE_EMAIL) === false ? '' : $email,
        ], 'strlen');
    }
}
