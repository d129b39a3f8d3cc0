import { riskRows } from '../risk-row.ts';

/** Ways to work on a machine from afar. */
export const remoteAccessRows = riskRows([
  {
    services: ['ssh'],
    tcp: [22],
    severity: 'medium',
    sources: ['shadowserver', 'cisa_bod_23_02'],
    thing: 'an SSH login (remote administration)',
    why: 'SSH is the usual and encrypted way to administer a server, so having it open is common. It is also the first door that attackers try: automated programs guess names and passwords around the clock, and one weak or reused password gives them the whole server.',
    advice:
      'Let only your own addresses reach this port, or put it behind a VPN (a private, encrypted connection). If it has to stay open, switch off password logins and use key files, do not allow direct login as root, and keep the software up to date.',
  },
  {
    services: ['rdp', 'ms-wbt-server'],
    tcp: [3389],
    severity: 'critical',
    sources: ['shadowserver', 'cisa_ransomware', 'cisa_bod_23_02'],
    thing: 'a Windows remote desktop (RDP)',
    why: 'Whoever logs in here sits in front of your Windows computer. Open remote desktops are one of the most common ways in for ransomware gangs, who guess or buy passwords, or use a flaw that was not patched in time, and then encrypt everything they can reach.',
    advice:
      'Do not leave this open to the internet. Reach it through a VPN (a private, encrypted connection) or a remote desktop gateway, or at least let only your own fixed addresses through. Then check the Windows event log for logins you do not recognise, and install pending updates.',
  },
  {
    id: 'rdp-udp',
    services: ['rdp', 'ms-wbt-server', 'rdp-udp'],
    udp: [3389],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a Windows remote desktop (RDP over UDP)',
    why: 'This is the faster second channel of Windows remote desktop. It shows that the remote desktop can be reached from the internet, and it can be misused to flood other people with traffic that seems to come from you.',
    advice:
      'Close this port to the internet together with port 3389/tcp, and reach the remote desktop through a VPN (a private, encrypted connection) instead.',
  },
  {
    services: ['vnc', 'rfb'],
    tcp: [5900, 5901, 5902, 5903],
    severity: 'critical',
    sources: ['shadowserver', 'cisa_ransomware', 'cisa_bod_23_02'],
    thing: 'a VNC remote desktop',
    why: 'VNC shows the screen of this computer and takes over its mouse and keyboard. Its passwords are short, the connection is usually not encrypted, and attackers search the internet for such screens to take over the machine behind them.',
    advice:
      'Stop VNC if nobody uses it. Otherwise let it listen on the computer itself only (127.0.0.1) and reach it through SSH or a VPN (a private, encrypted connection).',
    open: { reason: 'anybody can watch the screen and use mouse and keyboard' },
  },
  {
    services: ['telnet'],
    tcp: [23, 2323],
    severity: 'high',
    sources: ['shadowserver', 'cisa_ransomware', 'cisa_bod_23_02'],
    thing: 'a Telnet login (unencrypted remote administration)',
    why: 'Telnet sends everything, passwords included, as readable text, so anybody along the way can note them down. Malicious programs constantly look for it on routers, cameras and old servers and try the passwords that the makers ship.',
    advice:
      'Switch Telnet off and use SSH in its place. If the device offers nothing else, let only your own network reach this port and change the password that it came with.',
  },
  {
    services: ['telnets'],
    tcp: [992],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'a Telnet login inside encryption',
    why: 'This is a way to administer the machine from afar. The connection is encrypted, but strangers can still try passwords here all day.',
    advice: 'Let only your own addresses reach this port, or replace it with SSH and key files.',
  },
  {
    services: ['rexec', 'rlogin', 'rsh', 'exec', 'login', 'shell'],
    tcp: [512, 513, 514],
    severity: 'high',
    sources: ['judgement', 'cisa_bod_23_02'],
    thing: 'an old Unix remote login (rsh, rlogin or rexec)',
    why: 'These services come from a time when everybody on the network was trusted. They send passwords as readable text, or ask for none and believe whatever address the caller claims to have, so a stranger may run commands on your server.',
    advice: 'Switch the service off (it is usually started by inetd or xinetd) and use SSH in its place.',
  },
  {
    services: ['winrm', 'wsman', 'wsmans'],
    tcp: [5985, 5986],
    severity: 'high',
    sources: ['judgement'],
    overHttp: true,
    thing: 'Windows remote management (WinRM)',
    why: 'WinRM runs commands on a Windows server from afar. An attacker who guesses or has stolen an administrator’s password can take over the machine through it without anybody seeing a window open.',
    advice:
      'Let only your own administration addresses reach ports 5985 and 5986, or switch the service off with Disable-PSRemoting and by stopping WinRM if you do not use it.',
  },
  {
    services: ['bind-shell'],
    severity: 'critical',
    sources: ['judgement'],
    thing: 'a command line for everybody',
    why: 'A shell is tied to this port, which is how people keep a back door into servers that they broke into. Nobody offers one to the internet on purpose.',
    advice:
      'Take the server off the net or block the port, and treat the server as taken over: find which program listens (“ss -ltnp”) and who started it, keep its disks for whoever looks into it, and set the server up anew from a backup of before. Change all passwords and keys that were on it.',
    open: { severity: 'critical', reason: 'strangers can run any command' },
  },
  {
    services: ['jdwp', 'node-inspector'],
    severity: 'critical',
    sources: ['judgement'],
    thing: 'a debugger’s door into a program',
    why: 'Who connects to it may stop the program, read its memory and run any code in its place. It knows no password.',
    advice:
      'Start the program without its debugging options (“-agentlib:jdwp”, “--inspect”). If you need them, let them listen on 127.0.0.1 and connect through SSH.',
  },
  {
    services: ['clamd'],
    tcp: [3310],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'a ClamAV virus scanner',
    why: 'Its protocol has no login: strangers can have files of the server scanned, learn from that which exist, and stop it.',
    advice: 'Take “TCPSocket” out of clamd.conf, or set “TCPAddr 127.0.0.1”.',
  },
  {
    services: ['x11'],
    tcp: [6000, 6001, 6002, 6003],
    severity: 'high',
    sources: ['judgement', 'cisa_bod_23_02'],
    thing: 'a Unix graphical screen (X11)',
    why: 'X11 draws the windows of a Unix desktop. A stranger who is let in can watch the screen, record every key that is pressed, passwords included, and type in your place.',
    advice:
      'Start the display server with “-nolisten tcp”, which is the default on current systems, and use SSH with X11 forwarding when a window has to be shown elsewhere.',
    open: {
      reason: 'anybody can watch the screen and record what is typed',
      reference: 'https://www.x.org/releases/current/doc/man/man7/Xsecurity.7.xhtml',
    },
  },
  {
    services: ['radmin', 'radmin-port'],
    tcp: [4899],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a Radmin remote desktop',
    why: 'Radmin lets somebody work on this Windows computer from afar. With one guessed or leaked password a stranger has the screen, the files and the network behind it.',
    advice: 'Let only your own addresses or your VPN reach this port, and remove Radmin if nobody uses it any more.',
  },
  {
    services: ['apple-remote-desktop', 'net-assistant'],
    udp: [3283],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'Apple Remote Desktop',
    why: 'This service manages Macs from afar. Anybody can ask it for the computer’s name and state, it can be misused to flood other people with traffic, and it shows that the Mac may be reachable for remote control as well.',
    advice:
      'Switch off Remote Management in the Mac’s sharing settings, or block UDP port 3283 from the internet and use a VPN.',
  },
  {
    services: ['adb'],
    tcp: [5555],
    severity: 'critical',
    sources: ['shadowserver'],
    thing: 'an Android debugging port (ADB)',
    why: 'This port is meant for developers and gives complete control over an Android device or TV box, often without a password. Malicious programs look for it, install themselves and use the device for attacks or to mine cryptocurrency.',
    advice:
      'Switch off “ADB over network” (or “wireless debugging”) in the developer options and restart the device. If strangers could reach it for a while, reset it to its factory state.',
  },
  {
    services: ['xdmcp'],
    udp: [177],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a Unix graphical login (XDMCP)',
    why: 'XDMCP hands out login screens to remote terminals without encryption. Strangers can try passwords, people along the way can read them, and the port can be misused to flood others with traffic.',
    advice: 'Switch XDMCP off in the display manager (gdm, lightdm, xdm) and use SSH or a remote desktop behind a VPN.',
  },
]);
