import type { WebApplication } from './web-application.ts';

/** With what companies sell, bill, answer and plan: shops, customers, tickets, projects, accounts. */
export const commerceApplications: readonly WebApplication[] = [
  { service: 'whmcs', product: 'WHMCS', purpose: 'public', shows: [{ cookie: /^WHMCS[A-Za-z\d]{12}$/ }] },
  { service: 'blesta', product: 'Blesta', purpose: 'public', shows: [{ cookie: /^blesta_sid$/ }] },
  {
    service: 'magento',
    product: 'Magento',
    purpose: 'public',
    shows: [{ cookie: /^X-Magento-Vary$/ }, { body: /<script type="text\/x-magento-init">/ }],
  },
  {
    service: 'shopware',
    product: 'Shopware',
    purpose: 'public',
    shows: [{ header: ['sw-version-id', /^/] }, { body: /<meta name="application-name"\s{1,20}content="Shopware"/ }],
  },
  {
    service: 'zen-cart',
    product: 'Zen Cart',
    purpose: 'public',
    shows: [{ body: /<meta name="generator" content="shopping cart program by Zen Cart/ }],
  },
  { service: 'oscommerce', product: 'osCommerce', purpose: 'public', shows: [{ cookie: /^osCsid$/ }] },
  {
    service: 'abantecart',
    product: 'AbanteCart',
    purpose: 'public',
    shows: [{ body: /<meta name="generator" content="AbanteCart(?: v(?<version>\d[\d.]{0,20}))?/ }],
  },
  {
    // Its pages lead to /web, and that to the login.
    service: 'odoo',
    product: 'Odoo',
    purpose: 'public',
    shows: [
      { body: /<meta name="generator" content="Odoo"/ },
      { body: /\bvar odoo = \{\s{0,40}csrf_token:/ },
      { body: /\bodoo\.__session_info__ = / },
    ],
  },
  {
    // ERPNext and its like are applications inside of it.
    service: 'frappe',
    product: 'Frappe',
    purpose: 'public',
    shows: [{ body: /<meta name="generator" content="frappe"/ }],
  },
  {
    // Without a folder of pages it answers POST alone. A login is asked for before anything of the path is looked at.
    service: 'tryton',
    product: 'Tryton',
    purpose: 'public',
    behind: [
      {
        front: { status: 405, header: ['allow', /^(?=.*\bPOST\b)(?!.*\bGET\b)/] },
        path: '/identify/ir/html/identify/1/identify',
        shows: { status: 401, header: ['www-authenticate', /^Basic realm="Tryton"/] },
      },
    ],
    shows: [{ title: /^Tryton$/, body: /\btryton-sao\b|\bsao\.(?:min\.)?(?:js|css)\b/ }],
    access: [{}],
  },
  { service: 'dolibarr', product: 'Dolibarr', purpose: 'public', shows: [{ cookie: /^DOLSESSID_\w{1,64}$/ }] },
  {
    service: 'suitecrm',
    product: 'SuiteCRM',
    purpose: 'public',
    shows: [{ cookie: /^SCRMSESSID$/ }, { body: /\bthemes\/SuiteP\// }],
  },
  { service: 'espocrm', product: 'EspoCRM', purpose: 'public', shows: [{ title: /^EspoCRM$/ }] },
  {
    service: 'invoice-ninja',
    product: 'Invoice Ninja',
    purpose: 'public',
    shows: [{ cookie: /^invoice_ninja_session$/ }],
  },
  { service: 'osticket', product: 'osTicket', purpose: 'public', shows: [{ cookie: /^OSTSESSID$/ }] },
  { service: 'zammad', product: 'Zammad', purpose: 'public', shows: [{ cookie: /^_zammad_session(?:_\w{1,40})?$/ }] },
  {
    service: 'glpi',
    product: 'GLPI',
    purpose: 'public',
    shows: [{ cookie: /^glpi_[\da-f]{8,128}$/ }, { body: /<meta property="glpi:csrf_token"|name="_glpi_csrf_token"/ }],
  },
  {
    service: 'otrs',
    product: 'OTRS',
    purpose: 'public',
    shows: [{ header: ['x-powered-by', /^OTRS (?<version>\d[\w.]{0,20})/] }, { header: ['x-otrs-login', /^/] }],
  },
  {
    service: 'request-tracker',
    product: 'Request Tracker',
    purpose: 'public',
    shows: [{ cookie: /^RT_SID_[\w.-]{1,100}$/ }],
  },
  {
    service: 'mantisbt',
    product: 'MantisBT',
    purpose: 'public',
    shows: [{ body: /\bcss\/ace-mantis\.css/ }, { cookie: /^MANTIS_(?:STRING_COOKIE|secure_session)$/ }],
  },
  {
    service: 'bugzilla',
    product: 'Bugzilla',
    purpose: 'public',
    shows: [
      { body: /<meta name="generator" content="Bugzilla (?<version>\d[\w.]{0,20})"/ },
      { cookie: /^Bugzilla_login_request_cookie$/ },
    ],
  },
  { service: 'trac', product: 'Trac', purpose: 'public', shows: [{ cookie: /^trac_form_token$/ }] },
  { service: 'phabricator', product: 'Phabricator', purpose: 'public', shows: [{ cookie: /^phsid$/ }] },
  { service: 'kanboard', product: 'Kanboard', purpose: 'public', shows: [{ cookie: /^KB_SID$/ }] },
  { service: 'snipe-it', product: 'Snipe-IT', purpose: 'public', shows: [{ cookie: /^snipeit(?:v\d)?_session$/ }] },
  {
    service: 'limesurvey',
    product: 'LimeSurvey',
    purpose: 'public',
    shows: [{ body: /<meta name="generator" content="LimeSurvey\b/ }],
  },
  {
    service: 'chamilo',
    product: 'Chamilo',
    purpose: 'public',
    shows: [{ header: ['x-powered-by', /^Chamilo (?<version>\d[\d.]{0,20})/] }],
  },
  { service: 'ilias', product: 'ILIAS', purpose: 'public', shows: [{ cookie: /^ilClientId$/ }] },
  {
    service: 'koha',
    product: 'Koha',
    purpose: 'public',
    shows: [{ body: /<meta name="generator" content="Koha (?<version>\d[\d.]{0,20})"/ }],
  },
  {
    service: 'dspace',
    product: 'DSpace',
    purpose: 'public',
    shows: [{ body: /<meta name="Generator" content="DSpace (?<version>\d[\d.]{0,20})"/i }],
  },
  {
    service: 'ojs',
    product: 'Open Journal Systems',
    purpose: 'public',
    shows: [
      { body: /<meta name="generator" content="Open Journal Systems(?: (?<version>\d[\d.]{0,20}))?"/ },
      { cookie: /^OJSSID$/ },
    ],
  },
];
