import { mount } from 'svelte'
import App from './App.svelte'
import { settings } from './lib/settings.svelte'
import './lib/theme.css'
import { learn } from './lib/words.svelte'

const begin = (): unknown => mount(App, { target: document.getElementById('app')! })
void learn(settings.language).then(begin, begin)
