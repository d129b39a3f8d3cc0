<?php

/**
 * What customers read (pt).
 */

declare(strict_types=1);

if (!defined('WHMCS')) {
    die('This file cannot be accessed directly');
}

return [
    'whmcs_names' => 'portuguese-pt portuguese-br',
    'heading' => 'Monitorização de segurança',
    'open_portal' => 'Abrir o portal de segurança',
    'no_alerts' => 'Não há alertas em aberto.',
    'not_looked_at' => 'Nenhum alerta está aberto, mas nem tudo foi examinado. O portal diz o que falta.',
    'alerts_1' => '1 alerta em aberto',
    'alerts_n' => '%d alertas em aberto',
    'more' => 'Mais %d no portal',
    'unknown' => 'De momento não é possível mostrar os alertas. Pode consultá-los no portal.',
    'inactive' => 'A monitorização não está ativa para este serviço.',
    'severity' => 'Gravidade',
    'alert' => 'Alerta',
    'where' => 'Onde',
    'since' => 'Desde',
    'severity_critical' => 'Crítica',
    'severity_high' => 'Alta',
    'severity_medium' => 'Média',
    'severity_low' => 'Baixa',
    'alert_port' => 'A porta %s está aberta a todos',
    'alert_leaked_credentials' => 'Credenciais divulgadas',
    'alert_dark_web' => 'Menção na dark web',
    'alert_certificate' => 'Problema com um certificado',
    'downgrade_refused' => 'Utiliza %1$d e a nova opção permite %2$d. Remova primeiro no portal de segurança o que '
        . 'não precisar.',
];
