<?php

/**
 * What customers read (fr).
 */

declare(strict_types=1);

return [
    'whmcs_names' => 'french',
    'heading' => 'Surveillance de sécurité',
    'open_portal' => 'Ouvrir le portail de sécurité',
    'no_alerts' => 'Aucune alerte ouverte.',
    'look_failing' => 'Non examiné : la dernière analyse n’a rien pu établir, ou n’a pas eu lieu à temps.',
    'look_never_scanned' => 'Pas encore examiné : la première analyse est à venir.',
    'look_outside_policy' => 'Non examiné : son adresse n’est jamais analysée.',
    'look_paused' => 'Non examiné : il est en pause.',
    'look_waiting_for_capacity' => 'Non examiné : il attend une place dans l’offre.',
    'look_terminated' => 'Non examiné : il n’est plus surveillé.',
    'look_nothing_monitored' => 'Rien n’est encore surveillé. Ajoutez-le dans le portail de sécurité.',
    'look_plan_full' => 'L’offre n’a pas de place pour tout, et une partie est en pause. Le portail dit quoi.',
    'look_first_looks' => 'Le premier examen d’une partie est encore à venir.',
    'look_not_looked_at' => 'Tout n’a pas été examiné. Le portail dit quoi.',
    'look_posture_only' => 'Ce que chacun peut voir des domaines a été examiné. Personne ne cherche de fuites.',
    'posture_domain' => 'Messagerie, DNS et enregistrement de %1$s, tels que chacun peut les voir (%2$s). '
        . 'En ordre : %3$d sur %4$d contrôles. À corriger : %5$d. Sans réponse : %6$d.',
    'posture_first_look' => 'Messagerie, DNS et enregistrement de %s : le premier examen est encore à venir.',
    'posture_domains' => 'Messagerie, DNS et enregistrement. Domaines examinés : %1$d sur %2$d.',
    'last_look' => 'Dernier examen : %s.',
    'alerts_1' => '1 alerte ouverte',
    'alerts_n' => '%d alertes ouvertes',
    'more' => '%d de plus dans le portail',
    'unknown' => 'Les alertes ne peuvent pas être affichées pour le moment. Vous les trouverez dans le portail.',
    'portal_unavailable' => 'Le portail de sécurité ne peut pas être ouvert pour le moment. Veuillez réessayer dans '
        . 'quelques minutes ou nous contacter.',
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
    'alert_domain_posture' => 'À corriger : %s',
    'check_name_servers' => 'Serveurs de noms',
    'check_mx' => 'Hôtes de messagerie (MX)',
    'check_tls_rpt' => 'Rapports TLS (TLS-RPT)',
    'check_caa' => 'Autorités de certification (CAA)',
    'check_registration' => 'Enregistrement du nom',
    'check_dangling' => 'Noms d’anciens serveurs',
    'address_wrong' => 'Veuillez saisir l’adresse IP de votre serveur : une adresse IPv4 ou IPv6 qu’il possède sur '
        . 'Internet.',
    'address_not_scanned' => 'L’adresse %s ne peut pas être surveillée : elle n’appartient pas à l’Internet public.',
    'address_taken' => 'L’adresse %s est déjà surveillée pour vous.',
    'downgrade_refused' => 'Vous en utilisez %1$d, et le nouveau choix en permet %2$d. Veuillez d’abord retirer dans '
        . 'le portail de sécurité ce dont vous n’avez pas besoin.',
];
