/** The system's Chromium, which keeps to itself: nothing of its own goes over the network that a test looks at. */
export const systemChromium = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/**
 * The same engine without the browser around it, where it is there: the machine has a quarter less to do. It does not start a
 * worker from the profile of one that was killed, and figures are measured in the browser that people have.
 */
export const headlessShell = {
  ...systemChromium,
  executablePath: process.env['HEADLESS_SHELL'] || systemChromium.executablePath,
}
