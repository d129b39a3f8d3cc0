import type { WebApplication } from './web-application.ts';

/** Pages from which servers, their websites and their virtual machines are administered. */
export const panelApplications: readonly WebApplication[] = [
  { service: 'ispconfig', product: 'ISPConfig', purpose: 'panel', shows: [{ title: /^ISPConfig\b/ }] },
  {
    service: 'hestia',
    product: 'Hestia Control Panel',
    purpose: 'panel',
    shows: [{ title: /\bHestia Control Panel$/ }],
  },
  { service: 'vesta', product: 'Vesta Control Panel', purpose: 'panel', shows: [{ title: /^Vesta - LOGIN$/i }] },
  { service: 'cyberpanel', product: 'CyberPanel', purpose: 'panel', shows: [{ title: /\bCyberPanel$/ }] },
  { service: 'aapanel', product: 'aaPanel', purpose: 'panel', shows: [{ title: /^aaPanel\b/ }] },
  { service: 'froxlor', product: 'Froxlor', purpose: 'panel', shows: [{ title: /^Froxlor\b/i }] },
  { service: 'cloudpanel', product: 'CloudPanel', purpose: 'panel', shows: [{ title: /^CloudPanel \| / }] },
  { service: 'virtualizor', product: 'Virtualizor', purpose: 'panel', shows: [{ title: /\bVirtualizor\b/ }] },
  { service: 'solusvm', product: 'SolusVM', purpose: 'panel', shows: [{ title: /^SolusVM\b/ }] },
  { service: 'interworx', product: 'InterWorx', purpose: 'panel', shows: [{ title: /\bInterWorx(?:-CP)?\b/ }] },
  { service: 'ajenti', product: 'Ajenti', purpose: 'panel', shows: [{ title: /^Ajenti\b/ }] },
  { service: 'fastpanel', product: 'FASTPANEL', purpose: 'panel', shows: [{ title: /^FASTPANEL\b/i }] },
  { service: 'keyhelp', product: 'KeyHelp', purpose: 'panel', shows: [{ title: /\bKeyHelp\b/ }] },
  { service: 'pterodactyl', product: 'Pterodactyl', purpose: 'panel', shows: [{ cookie: /^pterodactyl_session$/ }] },
  {
    service: 'openmediavault',
    product: 'openmediavault',
    purpose: 'panel',
    shows: [{ title: /^openmediavault (?:control panel|Workbench)\b/i }],
  },
  { service: 'truenas', product: 'TrueNAS', purpose: 'panel', shows: [{ title: /^(?:TrueNAS|FreeNAS)\b/ }] },
  {
    service: 'synology-dsm',
    product: 'Synology DiskStation Manager',
    purpose: 'panel',
    shows: [{ title: /\bSynology (?:DiskStation|NAS|RackStation)\b/ }, { body: /\bSYNO\.SDS\.Session\b/ }],
  },
  {
    service: 'proxmox-backup',
    product: 'Proxmox Backup Server',
    purpose: 'panel',
    shows: [{ title: / - Proxmox Backup Server$/ }],
  },
  {
    service: 'proxmox-mail',
    product: 'Proxmox Mail Gateway',
    purpose: 'panel',
    shows: [{ title: / - Proxmox Mail Gateway$/ }],
  },
  { service: 'xen-orchestra', product: 'Xen Orchestra', purpose: 'panel', shows: [{ title: /^Xen Orchestra$/ }] },
  { service: 'vmware-esxi', product: 'VMware ESXi', purpose: 'panel', shows: [{ body: /\bID_EESX_Welcome\b/ }] },
  { service: 'vmware-vcenter', product: 'VMware vCenter', purpose: 'panel', shows: [{ body: /\bID_VC_Welcome\b/ }] },
  {
    service: 'hpe-ilo',
    product: 'HPE iLO',
    purpose: 'panel',
    shows: [{ header: ['server', /^HPE?-iLO-Server(?:\/(?<version>\d[\d.]{0,20}))?/] }],
  },
  {
    service: 'dell-idrac',
    product: 'Dell iDRAC',
    purpose: 'panel',
    shows: [{ title: /^(?:Integrated Dell Remote Access Controller|iDRAC\d?)\b/ }],
  },
];
