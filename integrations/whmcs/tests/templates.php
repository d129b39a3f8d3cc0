<?php

/**
 * The page of the customer, rendered by the Smarty that SMARTY leads to, as WHMCS does it: nothing is escaped but by
 * the template.
 */

declare(strict_types=1);

putenv('BREAKWATER_URL=http://localhost:9');
putenv('BREAKWATER_API_KEY=bwk_1234567890abcdefghijklmnopqrstuvwxyz');
require __DIR__ . '/start.php';

// Smarty's own code is not what is tested: old versions have notices on new PHP.
restore_error_handler();
error_reporting(E_ALL & ~E_DEPRECATED);
require setting('SMARTY');

/**
 * @param array<string, mixed> $monitoring
 */
function page(array $monitoring): string
{
    $smarty = new Smarty();
    $smarty->setCompileDir(setting('SCRATCH'));
    $smarty->assign('monitoring', $monitoring);
    return $smarty->fetch(setting('MODULE_ROOT') . '/modules/servers/breakwater/templates/overview.tpl');
}

$page = breakwater_ClientArea([])['templateVariables']['monitoring'];

rule('the page says in one line what is known, and that it cannot ask', static function () use ($page) {
    $known = ['isKnown' => true, 'isActive' => true];
    $line = page(['summary' => 'No open alerts.', 'last_look' => 'Last look: now.'] + $known + $page);
    matches('~<strong>No open alerts\.</strong> Last look: now\.~', $line);
    same(1, substr_count($line, '<p>'), 'lines');
    matches('~<p>Mail, DNS: fine\.</p>~', page(['posture' => 'Mail, DNS: fine.'] + $known + $page));
    $unknown = page(['isKnown' => false, 'isActive' => true] + $page);
    matches('~The alerts cannot be shown at the moment~', $unknown);
    matches('~href="clientarea\.php\?action=productdetails&amp;id=0&amp;dosinglesignon=1"~', $unknown);
    same(false, strpos(page(['isActive' => false] + $page), 'href='), 'a way into a portal that is closed');
});

rule('what strangers say is shown as text', static function () use ($page) {
    $hostile = '"><script>alert(1)</script>\'&lt;{php}{$smarty.version}{/php}';
    $alert = array_fill_keys(['severity', 'severityText', 'title', 'subject', 'since'], $hostile);
    $html = page([
        'isKnown' => true,
        'isActive' => true,
        'alerts' => [$alert],
        'total' => 7,
        'summary' => $hostile,
        'last_look' => $hostile,
        'posture' => $hostile,
        'more' => $hostile,
        'portal' => $hostile,
        'text' => array_fill_keys(array_keys($page['text']), $hostile),
    ]);
    $escaped = htmlspecialchars($hostile, ENT_QUOTES, 'UTF-8');
    same(15, substr_count($html, $escaped), 'places');
    same(0, substr_count($html, '<script'), 'scripts');
    same(0, substr_count(str_replace($escaped, '', $html), 'alert(1)'), 'what is not escaped');
});

rule('every language is shown as it is written', static function () use ($page) {
    foreach (array_keys(Breakwater\Whmcs\Texts::codes()) as $language) {
        $texts = Breakwater\Whmcs\Texts::of(['clientsdetails' => ['language' => $language]]);
        $known = ['isKnown' => false, 'isActive' => true, 'text' => $texts];
        $html = html_entity_decode(page($known + $page), ENT_QUOTES);
        same(true, strpos($html, $texts['unknown']) !== false, $language);
    }
});
