<?php

/**
 * What customers read (es).
 */

declare(strict_types=1);

return [
    'whmcs_names' => 'spanish',
    'heading' => 'Supervisión de seguridad',
    'open_portal' => 'Abrir el portal de seguridad',
    'no_alerts' => 'No hay alertas abiertas.',
    'look_failing' => 'No examinado: el último análisis no pudo decir cómo está, o no llegó cuando debía.',
    'look_never_scanned' => 'Aún no examinado: falta el primer análisis.',
    'look_outside_policy' => 'No examinado: su dirección nunca se analiza.',
    'look_paused' => 'No examinado: está en pausa.',
    'look_waiting_for_capacity' => 'No examinado: espera a que el plan tenga sitio para él.',
    'look_terminated' => 'No examinado: ya no se vigila.',
    'look_nothing_monitored' => 'Aún no se supervisa nada. Añádalo en el portal de seguridad.',
    'look_plan_full' => 'El plan no tiene sitio para todo y una parte está en pausa. El portal dice cuál.',
    'look_first_looks' => 'Falta la primera revisión de una parte.',
    'look_not_looked_at' => 'No se ha examinado todo. El portal dice qué falta.',
    'look_posture_only' => 'Se ha examinado lo que todos pueden ver de los dominios. Nadie busca filtraciones.',
    'posture_domain' => 'Correo, DNS y registro de %1$s, tal como todos pueden verlos (%2$s). '
        . 'En orden: %3$d de %4$d comprobaciones. Por corregir: %5$d. Sin respuesta: %6$d.',
    'posture_first_look' => 'Correo, DNS y registro de %s: falta la primera revisión.',
    'posture_domains' => 'Correo, DNS y registro. Dominios examinados: %1$d de %2$d.',
    'last_look' => 'Último examen: %s.',
    'alerts_1' => '1 alerta abierta',
    'alerts_n' => '%d alertas abiertas',
    'more' => '%d más en el portal',
    'unknown' => 'Las alertas no se pueden mostrar en este momento. Las encontrará en el portal.',
    'portal_unavailable' => 'El portal de seguridad no se puede abrir en este momento. Inténtelo de nuevo en unos '
        . 'minutos o póngase en contacto con nosotros.',
    'inactive' => 'La supervisión no está activa para este servicio.',
    'severity' => 'Gravedad',
    'alert' => 'Alerta',
    'where' => 'Dónde',
    'since' => 'Desde',
    'severity_critical' => 'Crítica',
    'severity_high' => 'Alta',
    'severity_medium' => 'Media',
    'severity_low' => 'Baja',
    'alert_port' => 'El puerto %s está abierto a todos',
    'alert_leaked_credentials' => 'Credenciales filtradas',
    'alert_dark_web' => 'Mención en la web oscura',
    'alert_certificate' => 'Problema con un certificado',
    'alert_domain_posture' => 'Por corregir: %s',
    'check_name_servers' => 'Servidores de nombres',
    'check_mx' => 'Servidores de correo (MX)',
    'check_tls_rpt' => 'Informes TLS (TLS-RPT)',
    'check_caa' => 'Autoridades de certificación (CAA)',
    'check_registration' => 'Registro del nombre',
    'check_dangling' => 'Nombres de servidores anteriores',
    'address_wrong' => 'Introduzca la dirección IP de su servidor: una dirección IPv4 o IPv6 que tenga en internet.',
    'address_not_scanned' => 'La dirección %s no se puede supervisar: no pertenece a la internet pública.',
    'address_taken' => 'La dirección %s ya se supervisa para usted.',
    'downgrade_refused' => 'Usted utiliza %1$d y la nueva opción permite %2$d. Elimine primero en el portal de '
        . 'seguridad lo que no necesite.',
];
