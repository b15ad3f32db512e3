import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bypassApi } from '../../sw/bypass-api.ts'

beforeEach(() => void vi.stubGlobal('location', { href: 'https://agents.example/service-worker.js' }))
afterEach(() => void vi.unstubAllGlobals())

type Rule = { condition: { urlPattern: string }; source: string }

function install(addRoutes?: (rule: Rule) => Promise<void>) {
  const listeners = new Map<string, (event: Event) => void>()
  bypassApi({ addEventListener: (type, listener) => void listeners.set(type, listener as () => void) })
  const event = new Event('install')
  listeners.get('install')?.(addRoutes === undefined ? event : Object.assign(event, { addRoutes }))
}

test('the worker registers a static route that sends API requests straight to the network', () => {
  const addRoutes = vi.fn<(rule: Rule) => Promise<void>>(() => Promise.resolve())
  install(addRoutes)
  expect(addRoutes.mock.calls).toEqual([
    [{ condition: { urlPattern: 'https://agents.example/api/*' }, source: 'network' }],
  ])
})

test('the worker installs if the browser lacks static routes or refuses them', () => {
  expect(() => install()).not.toThrow()
  expect(() => install(() => Promise.reject(new TypeError('Refused.')))).not.toThrow()
})
