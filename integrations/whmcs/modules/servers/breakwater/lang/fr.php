<?php

/**
 * What customers read (fr).
 */

declare(strict_types=1);

if (!defined('WHMCS')) {
    die('This file cannot be accessed directly');
}

return [
    'whmcs_names' => 'french',
    'heading' => 'Surveillance de sécurité',
    'open_portal' => 'Ouvrir le portail de sécurité',
    'no_alerts' => 'Aucune alerte ouverte.',
    'not_looked_at' => 'Aucune alerte n’est ouverte, mais tout n’a pas été examiné. Le portail dit quoi.',
    'alerts_1' => '1 alerte ouverte',
    'alerts_n' => '%d alertes ouvertes',
    'more' => '%d de plus dans le portail',
    'unknown' => 'Les alertes ne peuvent pas être affichées pour le moment. Vous les trouverez dans le portail.',
    'inactive' => 'La surveillance n’est pas active pour ce service.',
    'severity' => 'Gravité',
    'alert' => 'Alerte',
    'where' => 'Où',
    'since' => 'Depuis',
    'severity_critical' => 'Critique',
    'severity_high' => 'Élevée',
    'severity_medium' => 'Moyenne',
    'severity_low' => 'Faible',
    'alert_port' => 'Le port %s est ouvert à tous',
    'alert_leaked_credentials' => 'Identifiants divulgués',
    'alert_dark_web' => 'Mention sur le dark web',
    'alert_certificate' => 'Problème de certificat',
    'downgrade_refused' => 'Vous en utilisez %1$d, et le nouveau choix en permet %2$d. Veuillez d’abord retirer dans '
        . 'le portail de sécurité ce dont vous n’avez pas besoin.',
];
