import { describe, expect, it } from 'vitest'
import { parseServerSettings, SettingError } from '../../src/core/server-settings.ts'

describe('settings', () => {
  it('have defaults', () => {
    const defaults = {
      tokens: '',
      open: false,
      unconditionalUpdate: 'refuse',
      historyMs: 300_000,
      historyBytes: 1_000_000_000,
      eventMs: 3_600_000,
      namespaceObjects: false,
      corsOrigins: [],
      groupWaitMs: 10,
    }
    expect(parseServerSettings({})).toMatchObject(defaults)
    const empty = Object.fromEntries(['OPEN', 'HISTORY_MINUTES', 'CORS_ORIGINS', 'TOKENS'].map((name) => [name, '']))
    expect(parseServerSettings(empty)).toMatchObject(defaults)
  })

  it('are read', () => {
    expect(
      parseServerSettings({
        TOKENS: 't,u,',
        OPEN: 'true',
        UNCONDITIONAL_UPDATE: 'allow',
        HISTORY_MINUTES: '0.5',
        HISTORY_MEGABYTES: '2',
        EVENT_MINUTES: '1',
        NAMESPACE_OBJECTS: 'kubernetes',
        CORS_ORIGINS: ' https://a.example ,http://localhost:5173,',
        GROUP_WAIT_MS: '3',
      }),
    ).toMatchObject({
      tokens: 't,u,',
      open: true,
      unconditionalUpdate: 'allow',
      historyMs: 30_000,
      historyBytes: 2_000_000,
      eventMs: 60_000,
      namespaceObjects: true,
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      groupWaitMs: 3,
    })
  })

  it('Q1 follow the profile, but for those that are given', () => {
    expect(parseServerSettings({ PROFILE: 'coxswain' })).toEqual(parseServerSettings({}))
    expect(parseServerSettings({ PROFILE: 'kubernetes', UNCONDITIONAL_UPDATE: '', NAMESPACE_OBJECTS: '' })).toEqual(
      parseServerSettings({ UNCONDITIONAL_UPDATE: 'allow', NAMESPACE_OBJECTS: 'kubernetes' }),
    )
    expect(parseServerSettings({ PROFILE: 'kubernetes', UNCONDITIONAL_UPDATE: 'warn' })).toMatchObject({
      unconditionalUpdate: 'warn',
      namespaceObjects: true,
    })
  })

  it.each([
    ['OPEN', 'yes', 'it must be "false" or "true"'],
    ['PROFILE', 'k8s', 'it must be "coxswain" or "kubernetes"'],
    ['UNCONDITIONAL_UPDATE', 'Allow', 'it must be "refuse" or "warn" or "allow"'],
    ['NAMESPACE_OBJECTS', 'all', 'it must be "none" or "kubernetes"'],
    ['HISTORY_MINUTES', '0', 'it must be a number above 0'],
    ['HISTORY_MINUTES', '-1', 'it must be a number above 0'],
    ['HISTORY_MINUTES', '5m', 'it must be a number above 0'],
    ['HISTORY_MINUTES', '1e3', 'it must be a number above 0'],
    ['HISTORY_MINUTES', '1000000001', 'it must be a number above 0, such as 5 or 0.5, and at most 1000000000'],
    ['EVENT_MINUTES', '99999999999999999999', 'it must be a number above 0'],
    ['HISTORY_MEGABYTES', 'Infinity', 'it must be a number above 0'],
    ['CORS_ORIGINS', '*', 'it must be origins separated by commas'],
    ['CORS_ORIGINS', 'https://a.example/', 'it must be origins separated by commas'],
    ['CORS_ORIGINS', 'a.example', 'it must be origins separated by commas'],
  ])('%s=%s is refused with one clear line', (name, value, message) => {
    const read = () => parseServerSettings({ [name]: value })
    expect(read).toThrow(SettingError)
    expect(read).toThrow(`setting ${name} is "${value}": ${message}`)
  })
})
