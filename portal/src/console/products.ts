/** Products by their names in the API, as people read them. */
export const products: Readonly<Record<string, string>> = {
  endpoint: 'One server',
  port_monitoring: 'Port monitoring',
  domain_monitoring: 'Domain monitoring',
};
