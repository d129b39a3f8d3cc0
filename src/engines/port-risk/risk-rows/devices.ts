import { riskRows } from '../risk-row.ts';

const industrialAdvice =
  'Take this device off the internet today: block the port at the router or firewall and reach the device through a VPN. Tell whoever is responsible for the plant, and look for changes that nobody made.';

/** Things that are not servers: network equipment, machines, cameras, printers. */
export const deviceRows = riskRows([
  {
    services: ['smart-install'],
    tcp: [4786],
    severity: 'critical',
    sources: ['shadowserver'],
    thing: 'a Cisco switch’s installation service (Smart Install)',
    why: 'This service sets up network switches and asks nobody for a password. Strangers can copy the switch’s configuration with its passwords, replace it, or make the switch unusable, and have done so on a large scale.',
    advice:
      'Enter “no vstack” in the switch’s configuration, or block port 4786. Then change the passwords in that configuration and compare it with your backup.',
  },
  {
    services: ['ipmi', 'asf-rmcp'],
    udp: [623],
    severity: 'high',
    sources: ['shadowserver', 'cisa_bod_23_02'],
    thing: 'a server’s remote control chip (IPMI)',
    why: 'This is a small computer inside the server that can switch it on and off, show its screen and reinstall it. By design it hands out password hashes (scrambled passwords that can be guessed at leisure) to strangers, and whoever gets in owns the hardware.',
    advice:
      'Put the management interface on a separate network or behind a VPN and block UDP port 623 from the internet. Change the default password and update its firmware.',
  },
  {
    services: ['ipp', 'ipps', 'cups'],
    tcp: [631],
    overHttp: true,
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a printer or print server (IPP)',
    why: 'Strangers can see the printer’s name, place and documents waiting, print at your cost, and use flaws in the print software to get onto the machine.',
    advice:
      'Block port 631 from the internet. On a server without a printer switch CUPS off: systemctl disable --now cups cups-browsed.',
  },
  {
    services: ['jetdirect', 'pdl-datastream', 'printer'],
    tcp: [515, 9100],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'a network printer',
    why: 'Whatever arrives on this port is printed. Strangers can waste paper, print messages, and on many models read stored documents or settings.',
    advice: 'Block ports 515 and 9100 from the internet and set an administrator password on the printer.',
  },
  {
    services: ['cwmp'],
    tcp: [7547],
    overHttp: true,
    severity: 'medium',
    sources: ['shadowserver'],
    thing: 'a router’s remote maintenance port (TR-069)',
    why: 'Internet providers maintain their customers’ routers through it. Routers have been taken over in large numbers through flaws in it; only the provider should be able to reach it.',
    advice:
      'Ask your internet provider to limit the port to their maintenance servers, and update the router. On a router of your own switch TR-069 off.',
  },
  {
    services: ['ubiquiti-discovery'],
    udp: [10001],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a Ubiquiti device’s announcement service',
    why: 'It tells strangers the model, name and version of the device, and it is misused to flood others with traffic that seems to come from you.',
    advice:
      'Block UDP port 10001 from the internet, or switch off “device discovery” in the settings, and update the device.',
  },
  {
    services: ['modbus', 'mbap'],
    tcp: [502],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'an industrial controller (Modbus)',
    why: 'Modbus reads and sets values in machines, heating or power systems and knows no password at all. Anybody who reaches it can change what the machine does.',
    advice: industrialAdvice,
  },
  {
    services: ['s7comm', 'iso-tsap'],
    tcp: [102],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'an industrial controller (Siemens S7)',
    why: 'This port programs and runs controllers of machines and buildings. Older models ask for no password, so strangers can stop the machine or change its program.',
    advice: industrialAdvice,
  },
  {
    services: ['bacnet'],
    udp: [47808],
    tcp: [47808],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a building control system (BACnet)',
    why: 'It controls heating, ventilation, doors or lights and knows no password. Strangers can read the values and change them, and flood others with traffic through it.',
    advice: industrialAdvice,
  },
  {
    services: ['dnp3', 'dnp'],
    tcp: [20000],
    severity: 'high',
    sources: ['judgement'],
    thing: 'an industrial controller (DNP3)',
    why: 'Power and water suppliers control remote stations with it, usually without a password. Anybody who reaches it may be able to switch equipment.',
    advice: industrialAdvice,
  },
  {
    services: ['ethernet-ip', 'ethernet-ip-2'],
    tcp: [44818],
    severity: 'high',
    sources: ['judgement'],
    thing: 'an industrial controller (EtherNet/IP)',
    why: 'Controllers of production lines speak it, usually without a password. Anybody who reaches it can read and often change what the machine does.',
    advice: industrialAdvice,
  },
  {
    services: ['rtsp'],
    tcp: [554, 8554],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'a camera’s video stream (RTSP)',
    why: 'A camera or recorder sends its picture here. With no password, or the maker’s default one, strangers can watch; there are websites that list such cameras.',
    advice:
      'Block the port from the internet and watch through a VPN or the maker’s encrypted service. Change the default password and update the camera.',
  },
]);
