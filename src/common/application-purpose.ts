/**
 * What an application is for, and with that what a stranger in it can do. Follows the product, or, for `website`, the manner of
 * the answer: a page, or an error or redirect like that of any site.
 */
export const applicationPurposes = [
  'website', // an answer like a website's; what it is was not recognised
  'interface', // not recognised either, and answers programs rather than people
  'public', // made for strangers to visit: sites, wikis, chats, mail in the browser
  'panel', // administers a server or its websites
  'runner', // runs programs that are typed in or uploaded: notebooks, builds, jobs, workflows
  'manager', // starts, stops and changes other software, machines or files
  'debugger', // lets into a running program
  'database', // reads and writes stored data
  'queue', // what applications pass to each other
  'monitoring', // shows how servers are, and how they are built
  'inbox', // mails, requests or errors that were caught for developers
  'development', // a server that is meant for a developer's own desk
  'secrets', // passwords and keys
  'media', // films, music, books, pictures, downloads
  'home', // devices of a house, cameras
  'network', // routers, firewalls, storage boxes, proxies
  'helper', // serves other programs of the same servers
] as const;

export type ApplicationPurpose = (typeof applicationPurposes)[number];
